import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

interface Limits {
  readonly within?: string;
  /** Skips frames, whose content belongs to third parties. */
  readonly withoutFrames?: boolean;
}

export async function findAccessibilityProblems(
  page: Page,
  { within, withoutFrames = false }: Limits = {},
): Promise<string[]> {
  // Listing the elements that pass takes most of the time, and the test does not need them.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'], ...popups });
  if (within !== undefined) axe.include(within);
  if (withoutFrames) axe.exclude('iframe');
  // Without frames axe can run in this page and needs no second one.
  if (withoutFrames || page.frames().length === 1) axe.setLegacyMode();
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** By default axe allows only dialogs outside landmarks; open menus and tooltips are allowed here as well. */
const popups = {
  checks: {
    region: {
      options: { regionMatcher: 'dialog, [role=dialog], [role=alertdialog], svg, [role=menu], [role=tooltip]' },
    },
  },
};
