import { expect, type Page } from '@playwright/test';

/** In a store in English: waits until the prices are in it. Until then the old ones are shown, and one buys for what is shown. */
export async function chooseCurrency(page: Page, currency: string): Promise<void> {
  await page.getByLabel('Currency').selectOption(currency);
  const sign = new Intl.NumberFormat('en', { style: 'currency', currency })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value;
  await expect(
    page.getByRole('button', { name: new RegExp(`^Buy .* for ${RegExp.escape(sign ?? '')}`) }),
  ).not.toHaveCount(0);
}
