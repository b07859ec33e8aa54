// Signing in with the simulated vendors: each in a popup, VK also in its One Tap frame.
import type { Page } from '@playwright/test';
import { chooseDrillSize } from '#server/testing/drill-size.ts';
import {
  fetchSignedInAccount,
  signInAtVendor,
  expect,
  registerPlayer,
  inventPerson,
  test,
  readSessionToken,
  type Person,
} from './lab-people.ts';

// Apple posts its response as a form, and Facebook does not verify email addresses. A test below covers Google with the
// service worker.
for (const { provider, vouches } of [
  { provider: 'Apple', vouches: true },
  { provider: 'Facebook', vouches: false },
  { provider: 'Google', vouches: true },
].slice(0, chooseDrillSize(1, 3))) {
  test(`signs in with ${provider}`, async ({ lab, page }) => {
    const person = inventPerson(`Zoë of ${provider}`);
    await openSignIn(page, lab.url);
    await signInWith(page, provider, person);
    const account = await fetchSignedInAccount(lab, page);
    expect(account).toMatchObject({ Name: person.name, Guest: false, EmailValidated: vouches });
    expect(account.SocialIdentifiers.map(({ Type }) => Type)).toContain(provider);
  });
}

test.describe('with the service worker', () => {
  // The vendor redirects to a page of the portal, and the service worker handles that request.
  test.use({ serviceWorkers: 'allow' });

  test('the same person gets the same account again', async ({ lab, page }) => {
    const player = await registerPlayer(lab);
    await openSignIn(page, lab.url);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await signInWith(page, 'Google', player);
    expect((await fetchSignedInAccount(lab, page)).AccountId).toBe(player.accountId);
    expect(await readSessionToken(page)).not.toBe(player.token);
  });
});

test("signs in with VK through our own button when VK's does not load", { tag: '@drill' }, async ({ lab, page }) => {
  const person = inventPerson('Ilya Repin');
  await page.route('**/button_one_tap_auth**', (route) => route.abort());
  await openSignIn(page, lab.url);
  await signInWith(page, 'VK', person);
  const account = await fetchSignedInAccount(lab, page);
  expect(account.Name).toBe(person.name);
  expect(account.SocialIdentifiers.map(({ Type }) => Type)).toEqual(['Vkontakte']);
});

test("signs in with VK by one tap in VK's own frame", async ({ lab, page }) => {
  await openSignIn(page, lab.url);
  const frame = page.frameLocator('iframe[title="VK ID"]');
  await frame.getByRole('button', { name: 'Continue as Grace Hopper' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'My profile' })).toBeVisible();
  expect(await fetchSignedInAccount(lab, page)).toMatchObject({
    Name: 'Grace Hopper',
    SocialIdentifiers: [{ Type: 'Vkontakte', Id: '1080001' }],
  });
  await expect(page).toHaveURL(`${lab.url}/`);
});

test("an account other than the one VK recognises signs in on VK's page", { tag: '@drill' }, async ({ lab, page }) => {
  const person = inventPerson('Olga Kern');
  await openSignIn(page, lab.url);
  const opening = page.waitForEvent('popup');
  await page.frameLocator('iframe[title="VK ID"]').getByRole('button', { name: 'Another account' }).click();
  await signInAtVendor(await opening, person);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await fetchSignedInAccount(lab, page)).Name).toBe(person.name);
});

test("closing or cancelling the provider's window shows a short notice", { tag: '@drill' }, async ({ lab, page }) => {
  await page.goto(`${lab.url}/?lang=de`);
  await page.getByRole('banner').getByRole('button', { name: 'Anmelden' }).click();
  const google = page.getByRole('button', { name: /Google/ });
  const closed = page.waitForEvent('popup');
  await google.click();
  // Waits until the popup has loaded: browsers may miss that a window closes during a cross-site navigation.
  const opened = await closed;
  await expect(opened.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await opened.close();
  const alert = page.getByRole('dialog').getByRole('alert');
  await expect(alert).toHaveText('Das Fenster wurde geschlossen');

  const cancelled = page.waitForEvent('popup');
  await google.click();
  await expect(alert).toHaveCount(0);
  await (await cancelled).getByRole('button', { name: 'Cancel' }).click();
  await expect(alert).toHaveText('Das Fenster wurde geschlossen');
  expect(await readSessionToken(page)).toBe('');
  await expect(google).toBeEnabled();
});

async function openSignIn(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
}

async function signInWith(page: Page, provider: string, person: Person): Promise<void> {
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: `Continue with ${provider}` }).click();
  const popup = await opening;
  await signInAtVendor(popup, person);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'My profile' })).toBeVisible();
  await expect.poll(() => popup.isClosed()).toBe(true);
}
