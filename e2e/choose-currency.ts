import { expect, type Page } from '@playwright/test';

/**
 * Chooses a currency in an English store and waits until the prices use it. Before that the store shows the old prices
 * and sells at them.
 */
export async function chooseCurrency(page: Page, currency: string): Promise<void> {
  await page.getByLabel('Currency').selectOption(currency);
  const sign = new Intl.NumberFormat('en', { style: 'currency', currency })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value;
  await expect(
    page.getByRole('button', { name: new RegExp(`^Buy .* for ${RegExp.escape(sign ?? '')}`) }),
  ).not.toHaveCount(0);
}
