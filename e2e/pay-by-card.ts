// Pays by card in the dialog that confirms a purchase: in the form of the simulated Stripe, or on a provider's own page.
import type { FrameLocator, Page } from '@playwright/test';
import { expect } from './lab-server.ts';
import { pressInForm } from './press-in-form.ts';

/** The provider's form, in the checkout frame. */
export const findCardForm = (page: Page): FrameLocator =>
  page.frameLocator('.checkout-frame iframe').frameLocator('iframe[title="Stripe (simulated)"]');

/** Opens the provider's form. */
export async function chooseCard(page: Page): Promise<void> {
  const confirm = page.getByRole('dialog', { name: 'Confirm your purchase' });
  // A provider with a page of its own has a link instead of a button.
  await expect(
    confirm.getByRole('button', { name: /^Pay / }).or(confirm.getByRole('link', { name: /^Pay / })),
  ).toBeVisible();
  // The player chooses only if several providers accept the currency.
  const stripe = confirm.getByRole('radio', { name: /Apple Pay/ });
  if ((await stripe.count()) > 0) await stripe.check();
  await confirm.getByRole('button', { name: /^Pay / }).and(page.locator(':not([aria-busy="true"])')).click();
}

/** Resolves when the dialog has closed. */
export async function payByCard(page: Page): Promise<void> {
  await chooseCard(page);
  await pressInForm(findCardForm(page), 'Pay');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** On the page of a simulated provider, in a tab of its own. Resolves when the dialog has closed. */
export async function payByCardInTab(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm your purchase' });
  const opening = page.waitForEvent('popup');
  await dialog.getByRole('link', { name: /^Pay / }).click();
  const tab = await opening;
  await tab.getByLabel('Card number').fill('4242424242424242');
  await tab.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(tab).toHaveURL(/\/Store\/Return\//);
  await tab.close();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}
