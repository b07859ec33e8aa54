// Finds accessibility problems on a page with every rule of axe.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

interface Limits {
  /** A selector; only elements inside it are checked. */
  readonly within?: string;
  /** Skips frames, whose content belongs to third parties. */
  readonly withoutFrames?: boolean;
}

/** Returns each violated rule with its elements. */
export async function findAccessibilityProblems(
  page: Page,
  { within, withoutFrames = false }: Limits = {},
): Promise<string[]> {
  // Listing the elements that pass takes most of the time, and the test does not need them.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  if (within !== undefined) axe.include(within);
  if (withoutFrames) axe.exclude('iframe');
  // Without frames axe can run in this page and needs no second one.
  if (withoutFrames || page.frames().length === 1) axe.setLegacyMode();
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
