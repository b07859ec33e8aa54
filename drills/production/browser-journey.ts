// A player's journey in a browser, from the first visit to a purchase, and once more with the other sign-in and payment
// methods.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect as playwrightExpect, type Browser, type FrameLocator, type Page } from '@playwright/test';
import { computeFingerprint } from './certificates.ts';
import { gameName, portalUrl } from './internet.ts';
import { openBrowser } from './open-browser.ts';
import { findMailedCode, waitForNewestMail, waitForDelivery } from './player-journey.ts';
import type { Step } from './steps.ts';

const expect = playwrightExpect.configure({ timeout: 60_000 });
export const browserTimeoutMs = 60_000;

export async function runBrowserJourney(step: Step): Promise<void> {
  const folder = process.env['DRILL_FOLDER'] ?? '';
  const browser = await openBrowser(computeFingerprint(join(folder, 'authority.pem')));
  try {
    await travel(step, browser, folder);
  } finally {
    await browser.close();
  }
}

async function travel(step: Step, browser: Browser, folder: string): Promise<void> {
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en' });
  const page = await context.newPage();
  page.setDefaultTimeout(browserTimeoutMs);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => appendFileSync(join(folder, 'browser.log'), `${message.type()} ${message.text()}\n`));
  const inBrowser = <T>(name: string, act: () => Promise<T>): Promise<T> =>
    step(`in a browser: ${name}`, () =>
      act().catch(async (error: unknown) => {
        await page.screenshot({ path: join(folder, 'browser.png') });
        throw error;
      }),
    );
  await inBrowser('the portal opens and shows the game', async () => {
    await page.goto(`${portalUrl}/`);
    await expect(page.getByText('Gem Miner').first()).toBeVisible();
  });
  await inBrowser('a player signs in by mail', () => signInByMail(page));
  await inBrowser('plays, buys with Stripe, and the game has it', () => buyInGame(page));
  for (const provider of ['Xsolla', 'YooKassa'] as const)
    await inBrowser(`buys with ${provider} in the store`, () => buyInStore(page, provider));
  for (const [vendor, signIn] of [
    ['Google', signInWithGoogle],
    ['VK', signInWithVk],
  ] as const)
    await inBrowser(`another player signs in with ${vendor}`, async () => {
      const another = await browser.newContext({ reducedMotion: 'reduce', locale: 'en' });
      await signIn(await another.newPage());
      await another.close();
    });
  await inBrowser('a player of Telegram starts the game there', async () => {
    const telegram = await browser.newContext({ locale: 'en' });
    const client = await telegram.newPage();
    await client.goto('https://web.telegram.org/k/');
    const game = client.frameLocator('iframe').frameLocator('.player iframe');
    await expect(game.locator('#hello')).toContainText('Ada');
    await telegram.close();
  });
  await inBrowser('no script has failed', async () => expect(faults).toEqual([]));
}

async function signInByMail(page: Page): Promise<void> {
  await openSignIn(page);
  await enterMailedCode(page, 'browser@people.example');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

export async function enterMailedCode(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your email address').fill(email);
  await dialog.getByRole('button', { name: 'Continue with email' }).click();
  await expect(page.getByRole('dialog', { name: 'Check mail for login link' })).toBeVisible();
  const code = findMailedCode(await waitForNewestMail(email));
  await page.getByLabel('Or enter the 6-digit code from the email').fill(code);
}

async function buyInGame(page: Page): Promise<void> {
  await page.goto(`${portalUrl}/play/${gameName}?lang=en`);
  const game = page.frameLocator('.player iframe');
  const order = await payInBrowser(page, 'Stripe', () => game.locator('#buy').click());
  await expect(game.locator('#buy')).toBeHidden();
  await waitForDelivery(order);
}

async function buyInStore(page: Page, provider: 'Xsolla' | 'YooKassa'): Promise<void> {
  await page.goto(`${portalUrl}/Games/${gameName}?lang=en`);
  await page.getByRole('main').getByRole('link', { name: 'Store' }).click();
  await page.getByLabel('Currency').selectOption(provider === 'YooKassa' ? 'RUB' : 'EUR');
  const order = await payInBrowser(page, provider, () =>
    page.getByRole('button', { name: /^Buy 100 gems for/ }).click(),
  );
  await waitForDelivery(order);
  await expect(page.getByRole('region', { name: 'Your purchase' })).toContainText('Your purchase is in the game.');
}

/** Players choose a payment method, not a provider. Only the respective provider offers these methods. */
const methodNames = { Stripe: /Apple Pay/, Xsolla: /PayPal/ };

/** Completes a purchase from the action that opens its modal; returns the order's id. */
export async function payInBrowser(
  page: Page,
  provider: 'Stripe' | 'Xsolla' | 'YooKassa',
  begin: () => Promise<void>,
): Promise<string> {
  // Listens before the click, because the response may arrive before the click has finished.
  const opened = page.waitForResponse((response) => response.url().endsWith('/store/create_payment') && response.ok());
  // If an earlier step fails, that error is reported instead of this one.
  opened.catch(() => undefined);
  await begin();
  const confirm = page.getByRole('dialog', { name: 'Confirm your purchase' });
  if (provider === 'YooKassa') {
    await confirm.getByRole('button', { name: 'Continue', exact: true }).click();
  } else {
    const button = confirm.getByRole('button', { name: /^Pay / });
    await expect(button).toBeVisible();
    if ((await confirm.getByRole('radio').count()) > 0)
      await confirm.getByRole('radio', { name: methodNames[provider] }).check();
    await button.and(page.locator(':not([aria-busy="true"])')).click();
  }
  const form = formOf(page, provider);
  await form.getByRole('button', { name: 'Pay', exact: true }).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const { TransactionId } = (await (await opened).json()) as { TransactionId: string };
  return TransactionId;
}

const formOf = (page: Page, provider: string): FrameLocator =>
  page.frameLocator('.checkout-frame iframe').frameLocator(`iframe[title^="${provider}"]`);

async function signInWithGoogle(page: Page): Promise<void> {
  await openSignIn(page);
  const opened = page.waitForEvent('popup');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Google/ })
    .click();
  const popup = await opened;
  await popup.getByLabel('Name').fill('Noor Haddad');
  await popup.getByLabel('E-mail').fill('noor@people.example');
  await popup.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function signInWithVk(page: Page): Promise<void> {
  await openSignIn(page);
  await page.frameLocator('iframe[title="VK ID"]').getByRole('button', { name: 'Continue as Grace Hopper' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function openSignIn(page: Page): Promise<void> {
  await page.goto(`${portalUrl}/`);
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
}
