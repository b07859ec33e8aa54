// Sensitive changes require signing in again: the player does so in place, and the change then continues.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { buildEmbeddedConnection } from '#server/db/cluster-location.ts';
import { withSingleConnection } from '#server/db/with-single-connection.ts';
import {
  fetchSignedInAccount,
  ageSession,
  createApiClient,
  findSignInCode,
  expect,
  createHandedSession,
  findSignInLink,
  waitForMail,
  registerPlayer,
  signInAtGoogle,
  inventPerson,
  test,
  readSessionToken,
} from './lab-people.ts';
import type { LabServer } from './lab-server.ts';

test('an old session is confirmed with a sign-in method of the same account, and the change is made', async ({
  lab,
  anotherBrowser,
}) => {
  const player = await registerPlayer(lab, inventPerson('Ines Old'));
  await ageSession(lab, player.token);
  const page = await openProfile(lab.url, await anotherBrowser(player.token));
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const question = questionOn(page);
  await expect(question).toContainText('Ines Old');
  await expect(question.getByRole('button', { name: /^Continue with/ })).toHaveCount(1);
  await expect(question.getByLabel('Your email address')).toHaveCount(0);
  await signInAtGoogle(page, player);
  const text = await readFile(await (await downloading).path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ AccountId: player.accountId });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await readSessionToken(page)).not.toBe(player.token);
  await expect(createApiClient(lab, player.token).profile.get({})).rejects.toMatchObject({ status: 401 });
});

test(
  'input on a device with a transferred session survives the confirmation and is saved',
  { tag: '@drill' },
  async ({ lab, anotherBrowser }) => {
    const player = await registerPlayer(lab, inventPerson('Hugo Handed'));
    const page = await openProfile(lab.url, await anotherBrowser(await createHandedSession(lab, player.token)));
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await typeName(page, 'Hugo the Second');
    await expect(questionOn(page)).toContainText('Another device signed you in here as');
    await signInAtGoogle(page, player);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: 'Hugo the Second' })).toBeVisible();
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    await expect(page).toHaveURL(`${lab.url}/Profile`);
    expect((await fetchSignedInAccount(lab, page)).Name).toBe('Hugo the Second');
    await expect(page.getByText('Signed in from another device')).toHaveCount(0);
  },
);

test(
  'declining the confirmation changes nothing and shows that',
  { tag: '@drill' },
  async ({ lab, anotherBrowser }) => {
    const player = await registerPlayer(lab);
    await ageSession(lab, player.token);
    const page = await openProfile(lab.url, await anotherBrowser(player.token));
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByLabel("I understand that my account can't be restored after that").check();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click();
    await questionOn(page).getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'nothing changed' })).toBeVisible();
    expect(await readSessionToken(page)).toBe(player.token);
    expect((await createApiClient(lab, player.token).profile.overview({})).DeleteAfter).toBeUndefined();
  },
);

test(
  "another person's sign-in is rejected and changes neither account",
  { tag: '@drill' },
  async ({ lab, anotherBrowser }) => {
    const [player, other] = await Promise.all([
      registerPlayer(lab, inventPerson('Petra Own')),
      registerPlayer(lab, inventPerson('Otto Other')),
    ]);
    const handed = await createHandedSession(lab, player.token);
    const page = await openProfile(lab.url, await anotherBrowser(handed));
    await typeName(page, 'Not Otto');
    await expect(questionOn(page)).toBeVisible();
    await signInAtGoogle(page, other);
    const refusal = page.getByRole('dialog', { name: "That's a different account" });
    await expect(refusal).toContainText('Nothing changed in either.');
    await refusal.getByRole('button', { name: /^Back to .Petra Own.$/ }).click();
    await expect(questionOn(page)).toBeVisible();
    expect(await readSessionToken(page)).toBe(handed);
    await questionOn(page).getByRole('button', { name: 'Close' }).click();
    await expect(page.getByLabel('Your name')).toHaveValue('Not Otto');
    expect((await createApiClient(lab, other.token).profile.get({})).Name).toBe('Otto Other');
    expect((await createApiClient(lab, player.token).profile.get({})).Name).toBe('Petra Own');

    // Confirming with another account's sign-in method starts no session for that account.
    await ageSession(lab, player.token);
    const own = await openProfile(lab.url, await anotherBrowser(player.token));
    await own.getByRole('button', { name: 'Download my data' }).click();
    await expect(questionOn(own)).toBeVisible();
    await signInAtGoogle(own, other);
    await expect(questionOn(own).getByRole('alert')).toContainText("That sign-in method isn't linked to this account");
    expect(await readSessionToken(own)).toBe(player.token);
  },
);

test(
  "the confirmation mail goes to the account's address, and its code confirms",
  { tag: '@drill' },
  async ({ lab, anotherBrowser }) => {
    const { token, email } = await playerWithAddress(lab);
    const page = await openProfile(lab.url, await anotherBrowser(token));
    const { downloading, mail } = await askByMail(lab, page, email);
    await page.getByLabel('Or enter the 6-digit code from the email').fill(findSignInCode(mail));
    await downloading;
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await readSessionToken(page)).not.toBe(token);
  },
);

test(
  'the link in the mail confirms from another tab, and the waiting page continues',
  { tag: '@drill' },
  async ({ lab, anotherBrowser }) => {
    const { token, email } = await playerWithAddress(lab);
    const page = await openProfile(lab.url, await anotherBrowser(token));
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    const { downloading, mail } = await askByMail(lab, page, email);
    const linkTab = await page.context().newPage();
    await linkTab.goto(findSignInLink(mail));
    await downloading;
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(`${lab.url}/Profile`);
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  },
);

test(
  'adding a sign-in method asks for confirmation, and a background request never does',
  { tag: '@drill' },
  async ({ lab, anotherBrowser }) => {
    const player = await registerPlayer(lab);
    await ageSession(lab, player.token);
    const page = await openProfile(lab.url, await anotherBrowser(player.token));
    await page.getByRole('button', { name: 'Add a sign-in method' }).click();
    await expect(questionOn(page)).toBeVisible();
    await signInAtGoogle(page, player);
    await expect(page.getByRole('dialog', { name: 'Add a sign-in method' })).toBeVisible();

    const handed = await openProfile(
      lab.url,
      await anotherBrowser(await createHandedSession(lab, await readSessionToken(page))),
    );
    const answered = handed.waitForResponse('**/profile/update');
    await handed.getByLabel('Language', { exact: true }).selectOption('de');
    expect((await answered).status()).toBe(403);
    await expect(handed.getByRole('heading', { name: 'Anmeldemethoden' })).toBeVisible();
    await expect(handed.getByRole('dialog')).toHaveCount(0);
  },
);

async function playerWithAddress(lab: LabServer) {
  const { token, accountId } = await registerPlayer(lab);
  const { email } = inventPerson();
  await withSingleConnection(buildEmbeddedConnection(lab.dataDir), (db) =>
    db.query(
      `insert into social_identities (identity_id, type, external_id, account_id) values ($1, 'Email', $2, $3)`,
      [randomUUID(), email, accountId],
    ),
  );
  await ageSession(lab, token);
  return { token, email };
}

async function askByMail(lab: LabServer, page: Page, email: string) {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const field = questionOn(page).getByLabel('Your email address');
  await expect(field).toHaveValue(email);
  await expect(field).toHaveAttribute('readonly');
  await questionOn(page).getByRole('button', { name: 'Continue with email' }).click();
  return { downloading, mail: await waitForMail(lab, email) };
}

const questionOn = (page: Page) => page.getByRole('dialog', { name: "Confirm it's you" });

async function openProfile(url: string, page: Page): Promise<Page> {
  await page.goto(`${url}/Profile`);
  await expect(page.getByRole('region', { name: 'Devices' }).getByRole('listitem').first()).toBeVisible();
  return page;
}

async function typeName(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Change name' }).click();
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Save' }).click();
}
