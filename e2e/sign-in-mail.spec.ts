// Signing in by mail: in one browser, in two, by code, and with a mail scanner that opens the link first.
import type { Page } from '@playwright/test';
import {
  fetchSignedInAccount,
  requestSignInMail,
  createApiClient,
  findSignInCode,
  expect,
  findSignInLink,
  waitForMail,
  signInByCode,
  inventPerson,
  test,
  readSessionToken,
} from './lab-people.ts';

test('the link signs in immediately in the browser that requested it, and in the waiting tab', async ({
  lab,
  page,
}) => {
  const { email } = inventPerson();
  await page.goto(lab.url);
  await openSignIn(page);
  await requestSignInMail(page, email);
  const mark = await page.getByRole('dialog').locator('.mark strong').innerText();
  const mail = await waitForMail(lab, email);
  expect(mail.text).toContain(mark);

  const linkTab = await page.context().newPage();
  await linkTab.goto(findSignInLink(mail));
  await expect(profileLink(linkTab)).toBeVisible();
  await expect(linkTab).toHaveURL(`${lab.url}/`);
  expect(await fetchSignedInAccount(lab, linkTab)).toMatchObject({ Email: email, EmailValidated: true, Guest: false });

  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(profileLink(page)).toBeVisible();
  const session = await readSessionToken(page);
  expect(await readSessionToken(linkTab)).toBe(session);

  await linkTab.goto(findSignInLink(mail));
  await expect(linkTab.getByRole('alert')).toContainText('This link no longer works');
  await expect(linkTab.getByRole('button', { name: 'Send a new link' })).toBeVisible();
  expect(await readSessionToken(linkTab)).toBe(session);
});

test(
  'another browser needs a click first, and the waiting one shows the result',
  { tag: '@drill' },
  async ({ lab, page, anotherBrowser }) => {
    const { email } = inventPerson();
    await page.goto(lab.url);
    await openSignIn(page);
    await requestSignInMail(page, email);
    const mark = await page.getByRole('dialog').locator('.mark strong').innerText();

    const phone = await anotherBrowser();
    await phone.goto(findSignInLink(await waitForMail(lab, email)));
    const title = phone.getByRole('heading', { level: 1, name: /^Sign in as / });
    await expect(title).toContainText('@people.example');
    await expect(title).not.toContainText(email);
    await expect(title).toContainText(/[*•…]/);
    await expect(phone.getByText(`Reference ${mark}`)).toBeVisible();
    expect(await readSessionToken(phone)).toBe('');
    // Waits for the captcha first: Playwright scrolls between attempts to click, and the click might miss a button that
    // has just moved.
    const go = phone.getByRole('main').getByRole('button', { name: 'Sign in' });
    await expect(go).toBeEnabled();
    await go.click();
    await expect(profileLink(phone)).toBeVisible();
    expect(await fetchSignedInAccount(lab, phone)).toMatchObject({ Email: email });

    await expect(page.getByRole('dialog')).toContainText('The link was used on another device.');
    expect(await readSessionToken(page)).toBe('');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);

test('the code from the mail works on the waiting screen, and a wrong code shows the tries left', async ({
  lab,
  page,
}) => {
  const { email } = inventPerson();
  await page.goto(lab.url);
  await openSignIn(page);
  await requestSignInMail(page, email);
  const code = findSignInCode(await waitForMail(lab, email));
  const field = page.getByLabel('Or enter the 6-digit code from the email');
  const wrong = code === '000000' ? '000001' : '000000';
  await field.fill(wrong);
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText("That code isn't right. Tries left: 4");
  // Mail programs may add spaces when a code is pasted.
  await field.fill(` ${code.slice(0, 3)} ${code.slice(3)} `);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(profileLink(page)).toBeVisible();
  expect(await fetchSignedInAccount(lab, page)).toMatchObject({ Email: email, EmailValidated: true });
});

test(
  'a mail scanner that runs scripts does not consume the link, and a used link shows an error',
  { tag: '@drill' },
  async ({ lab, page, anotherBrowser }) => {
    const { email } = inventPerson();
    await page.goto(lab.url);
    await openSignIn(page);
    await requestSignInMail(page, email);
    const link = findSignInLink(await waitForMail(lab, email));

    const scanner = await anotherBrowser();
    await scanner.goto(link, { waitUntil: 'networkidle' });
    await expect(scanner.getByRole('main').getByRole('button', { name: 'Sign in' })).toBeEnabled();
    expect(await readSessionToken(scanner)).toBe('');
    const handle = (await page.evaluate(() => localStorage.getItem('MailLinkHandle'))) ?? '';
    expect(await createApiClient(lab).invite.status({ Token: handle })).toEqual({ Status: 'Waiting' });

    const linkTab = await page.context().newPage();
    await linkTab.goto(link);
    await expect(profileLink(linkTab)).toBeVisible();
    expect(await fetchSignedInAccount(lab, linkTab)).toMatchObject({ Email: email });

    await scanner.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(scanner.getByRole('alert')).toContainText('This link no longer works');
    expect(await readSessionToken(scanner)).toBe('');
    await scanner.getByRole('button', { name: 'Send a new link' }).click();
    await expect(scanner.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
  },
);

test.describe('with the service worker', () => {
  // The service worker sees every address that is opened.
  test.use({ serviceWorkers: 'allow' });

  test('the token of a link is removed from the URL before any script can read it', async ({
    lab,
    page,
    anotherBrowser,
  }) => {
    const { email } = inventPerson();
    await page.goto(lab.url);
    await openSignIn(page);
    await requestSignInMail(page, email);
    const link = findSignInLink(await waitForMail(lab, email));
    const token = new URL(link).searchParams.get('inviteToken') ?? '';
    expect(token).not.toBe('');

    const phone = await anotherBrowser();
    await phone.goto(lab.url);
    await phone.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const told: string[] = [];
    phone.on('request', (request) => {
      const isPageItself = request.isNavigationRequest() && request.frame() === phone.mainFrame();
      told.push(isPageItself ? '' : request.url(), request.headers()['referer'] ?? '');
    });
    const response = await phone.goto(link);
    expect(response?.headers()['referrer-policy']).toBe('no-referrer');
    await expect(phone.getByRole('heading', { level: 1, name: /^Sign in as / })).toBeVisible();
    await expect(phone.getByRole('main').getByRole('button', { name: 'Sign in' })).toBeEnabled();
    await expect(phone).toHaveURL(/\/LoginValidateEmail(\?[^=]*)?$/);
    const seen = await phone.evaluate(async () => {
      const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const cached = await Promise.all(stores.map((store) => store.keys()));
      return {
        state: history.state as unknown,
        // The browser records the original address in its navigation entry; no other entry may contain the token.
        entries: performance.getEntries().flatMap(({ entryType, name }) => (entryType === 'navigation' ? [] : [name])),
        stored: [Object.entries(localStorage), Object.entries(sessionStorage)],
        cached: cached.flat().map(({ url }) => url),
        isHanded: 'fxidHandedToken' in window,
      };
    });
    expect(seen.cached).not.toEqual([]);
    expect(JSON.stringify(seen)).not.toContain(token);
    expect(seen.isHanded).toBe(false);
    expect(await phone.content()).not.toContain(token);
    expect(told.filter((text) => text.includes(token))).toEqual([]);

    await phone.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(profileLink(phone)).toBeVisible();
    await phone.reload();
    expect(await phone.evaluate(() => document.referrer)).toBe('');
    await phone.goBack();
    await expect(phone).not.toHaveURL(new RegExp(token));
  });
});

test('a visitor who opens the profile signs in and arrives there', { tag: '@drill' }, async ({ lab, page }) => {
  const { email } = inventPerson();
  await page.goto(`${lab.url}/Profile`);
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
  await expect(page.locator('.flash')).toHaveText('Please log in to view this page');
  await signInByCode(lab, page, email);
  await expect(page).toHaveURL(`${lab.url}/Profile`);
  await expect(page.getByRole('region', { name: 'Sign-in methods' })).toContainText(email);
});

test('the keyboard alone is enough', { tag: '@drill' }, async ({ lab, page }) => {
  const { email } = inventPerson();
  await page.clock.install();
  await page.goto(lab.url);
  const opener = page.getByRole('banner').getByRole('button', { name: 'Sign in' });
  const dialog = page.getByRole('dialog');
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Your email address')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Your email address')).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Check mail for login link' })).toBeVisible();
  await expect(page.getByLabel('Or enter the 6-digit code from the email')).toBeFocused();
  const mail = await waitForMail(lab, email);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await expect(page.getByLabel('Or enter the 6-digit code from the email')).toBeFocused();
  // The success message disappears after a second, so the test stops the clock.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await page.keyboard.type(findSignInCode(mail));
  const success = page.getByRole('dialog', { name: "You're signed in" });
  await expect(success).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(success).toBeVisible();
  await page.clock.resume();
  await expect(dialog).toHaveCount(0);
  await expect(profileLink(page)).toBeVisible();
  expect(await fetchSignedInAccount(lab, page)).toMatchObject({ Email: email });
  await expect(page.getByRole('main')).toBeFocused();
});

const profileLink = (page: Page) => page.getByRole('link', { name: 'My profile' });

async function openSignIn(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
}
