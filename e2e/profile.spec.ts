import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  fetchSignedInAccount,
  requestSignInMail,
  createApiClient,
  connectGame,
  expect,
  findSignInLink,
  waitForMail,
  registerPlayer,
  signInByCode,
  inventPerson,
  test,
  readSessionToken,
} from './lab-people.ts';

test(
  'signing out everywhere signs out other devices with their next request',
  { tag: '@drill' },
  async ({ lab, anotherBrowser }) => {
    const person = inventPerson();
    const tokens = await Promise.all([1, 2, 3].map(async () => (await registerPlayer(lab, person)).token));
    const [here, acting, idle] = await Promise.all(tokens.map((token) => anotherBrowser(token)));
    if (!here || !acting || !idle) throw new Error('There must be three browsers.');
    await idle.clock.install();
    await openProfile(acting, lab.url);
    await idle.goto(lab.url);
    await expect(idle.getByRole('link', { name: 'My profile' })).toBeVisible();
    await openProfile(here, lab.url);
    await expect(devicesOn(here)).toHaveCount(3);

    await here.getByRole('button', { name: 'Sign out everywhere' }).click();
    const question = here.getByRole('dialog', { name: 'Sign out everywhere?' });
    await expect(question.getByLabel('Sign out on this device too')).not.toBeChecked();
    await question.getByRole('button', { name: 'Sign out' }).click();
    await expect(devicesOn(here)).toHaveCount(1);
    expect(await readSessionToken(here)).toBe(tokens[0]);
    await expect(createApiClient(lab, tokens[1]).profile.get({})).rejects.toMatchObject({ status: 401 });

    await acting.getByRole('switch', { name: 'News and offers by email' }).click();
    await expect(acting.getByText('You were signed out')).toBeVisible();
    await expect(acting).toHaveURL(`${lab.url}/`);
    expect(await readSessionToken(acting)).toBe('');

    await idle.clock.fastForward('02:00');
    await idle.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    await expect(idle.getByText('You were signed out')).toBeVisible();
    await expect(idle.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible();
  },
);

test(
  'this device is listed first, and another one can be signed out',
  { tag: '@drill' },
  async ({ lab, anotherBrowser }) => {
    const person = inventPerson();
    const [mine, theirs] = [await registerPlayer(lab, person), await registerPlayer(lab, person)];
    const [page, other] = [await anotherBrowser(mine.token), await anotherBrowser(theirs.token)];
    await openProfile(other, lab.url);
    await openProfile(page, lab.url);
    const devices = devicesOn(page);
    await expect(devices).toHaveCount(2);
    await expect(devices.first()).toContainText('This device');
    await expect(devices.last()).not.toContainText('This device');
    await devices
      .last()
      .getByRole('button', { name: /^Sign out/ })
      .click();
    await expect(devices).toHaveCount(1);
    await expect(devices.first()).toContainText('This device');

    await expect(createApiClient(lab, theirs.token).profile.get({})).rejects.toMatchObject({ status: 401 });
    await other.reload();
    await expect(other.getByText('You were signed out')).toBeVisible();
    expect(await readSessionToken(other)).toBe('');

    await devices
      .first()
      .getByRole('button', { name: /^Sign out/ })
      .click();
    await expect(page).toHaveURL(`${lab.url}/`);
    await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByText('You were signed out')).toHaveCount(0);
  },
);

test(
  'an address is added through the link in a mail, and the waiting page shows it',
  { tag: '@drill' },
  async ({ lab, anotherBrowser }) => {
    const player = await registerPlayer(lab);
    const { email } = inventPerson();
    const page = await anotherBrowser(player.token);
    await openProfile(page, lab.url);
    await page.getByRole('button', { name: 'Add a sign-in method' }).click();
    await requestSignInMail(page, email);
    const linkTab = await page.context().newPage();
    await linkTab.goto(findSignInLink(await waitForMail(lab, email)));
    await expect(linkTab.getByRole('link', { name: 'My profile' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const ways = page.getByRole('region', { name: 'Sign-in methods' });
    await expect(ways).toContainText(email);
    const account = await fetchSignedInAccount(lab, page);
    expect(account.AccountId).toBe(player.accountId);
    expect(account.SocialIdentifiers).toContainEqual({ Type: 'Email', Id: email });

    await ways.getByRole('button', { name: `Remove: Email address ${email}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(ways).not.toContainText(email);
    expect((await fetchSignedInAccount(lab, page)).SocialIdentifiers).not.toContainEqual({ Type: 'Email', Id: email });
  },
);

test('a game sees the address only while the player shares it', { tag: '@drill' }, async ({ lab, anotherBrowser }) => {
  const player = await registerPlayer(lab);
  await connectGame(lab, player, 'gem-miner');
  const page = await anotherBrowser(player.token);
  await openProfile(page, lab.url);
  const sharing = page.getByRole('switch', { name: 'Share my email address with this game: Gem Miner' });
  const isShared = async () => (await createApiClient(lab, player.token).profile.overview({})).Games[0]?.EmailShared;
  await expect(sharing).not.toBeChecked();
  await sharing.click();
  await expect.poll(isShared).toBe(true);
  await page.reload();
  await expect(sharing).toBeChecked();
  await sharing.click();
  await expect.poll(isShared).toBe(false);
  await expect(sharing).not.toBeChecked();
});

test(
  'the mail about a sign-in method that an intruder added undoes it and ends all sessions',
  { tag: '@drill' },
  async ({ lab, anotherBrowser }) => {
    const player = await registerPlayer(lab);
    const { email } = inventPerson();
    const page = await anotherBrowser(player.token);
    await openProfile(page, lab.url);
    await expect(page.getByRole('region', { name: 'Sign-in methods' })).toContainText(
      'Signs you in to your whole account',
    );
    await page.getByRole('button', { name: 'Add a sign-in method' }).click();
    await signInByCode(lab, page, email);
    const intruder = await readSessionToken(page);
    const link = (await waitForMail(lab, player.email)).links.find((address) => address.includes('/UndoSignInChange'));
    if (link === undefined) throw new Error('The mail has no link to undo it.');

    const owner = await anotherBrowser();
    const requests: string[] = [];
    owner.on('request', (request) => requests.push(request.url()));
    await owner.goto(link);
    await expect(owner.getByRole('heading', { name: 'Undo a change to your sign-in methods?' })).toBeVisible();
    expect(owner.url()).not.toContain('fxu_');
    expect(requests.slice(1).join(' ')).not.toContain('fxu_');
    expect((await createApiClient(lab, intruder).profile.get({})).AccountId).toBe(player.accountId);
    await owner.getByRole('button', { name: 'Undo the change' }).click();
    await expect(owner.getByRole('heading', { name: 'Change undone' })).toBeVisible();
    await expect(owner.getByText('Everyone was signed out. Sign in again.')).toBeVisible();
    await expect(createApiClient(lab, intruder).profile.get({})).rejects.toMatchObject({ status: 401 });
    const again = await registerPlayer(lab, player);
    expect(again.accountId).toBe(player.accountId);
    const { Identities } = await createApiClient(lab, again.token).profile.overview({});
    expect(Identities.map(({ Id }) => Id)).not.toContain(email);

    await owner.goto(link);
    await owner.getByRole('button', { name: 'Undo the change' }).click();
    await expect(owner.getByRole('alert')).toContainText('This link no longer works');
  },
);

test('all stored data can be downloaded as a file', { tag: '@drill' }, async ({ lab, anotherBrowser }) => {
  const player = await registerPlayer(lab, inventPerson('Rosa Luz'));
  const gameUid = await connectGame(lab, player, 'gem-miner');
  const page = await anotherBrowser(player.token);
  await openProfile(page, lab.url);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^account-\d{4}-\d\d-\d\d\.json$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ AccountId: player.accountId, Data: expect.any(Object) });
  for (const kept of [player.name, player.email, gameUid]) expect(text).toContain(kept);
  expect(text).not.toContain(player.token);
  await expect(page.getByText('Your file is ready.')).toBeVisible();
});

test('an account deletion is requested and cancelled', async ({ lab, anotherBrowser }) => {
  const player = await registerPlayer(lab);
  const server = createApiClient(lab, player.token);
  const page = await anotherBrowser(player.token);
  await openProfile(page, lab.url);
  await page.getByRole('button', { name: 'Delete account' }).click();
  const question = page.getByRole('dialog', { name: 'Delete your account?' });
  const remove = question.getByRole('button', { name: 'Delete account' });
  await expect(remove).toBeDisabled();
  await question.getByLabel("I understand that my account can't be restored after that").check();
  await remove.click();
  const notice = page.getByRole('alert').filter({ hasText: 'Your account will be deleted on' });
  await expect(notice).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete account' })).toHaveCount(0);
  expect((await server.profile.overview({})).DeleteAfter).toBeDefined();

  await notice.getByRole('button', { name: 'Keep my account' }).click();
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeVisible();
  expect((await server.profile.overview({})).DeleteAfter).toBeUndefined();
});

const devicesOn = (page: Page) => page.getByRole('region', { name: 'Devices' }).getByRole('listitem');

async function openProfile(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/Profile`);
  await expect(devicesOn(page).first()).toBeVisible();
}
