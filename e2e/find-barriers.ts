// What keeps people from using a page, by every rule of axe.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

interface Limits {
  /** Only what is in these elements. */
  readonly within?: string;
  /** Nothing that others draw in frames. */
  readonly withoutFrames?: boolean;
}

/** Each rule that is broken, with the elements that break it. */
export async function findBarriers(page: Page, { within, withoutFrames = false }: Limits = {}): Promise<string[]> {
  // Nobody reads which elements keep a rule, and to name each of them takes most of the time.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  if (within !== undefined) axe.include(within);
  if (withoutFrames) axe.exclude('iframe');
  // Without frames to look into, all of it can be done in the page itself instead of a second one.
  if (withoutFrames || page.frames().length === 1) axe.setLegacyMode();
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
