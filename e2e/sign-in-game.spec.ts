// Coming from a game, and carrying a session to another window.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { LabServer } from './lab-server.ts';
import {
  accountOf,
  askServer,
  chooseAtVendor,
  connectGame,
  expect,
  registerPlayer,
  signInByCode,
  somebody,
  test,
  tokenOf,
  vouchFor,
} from './lab-people.ts';

test("a game's player signs in, connects the game and is known the next time", async ({
  lab,
  page,
  anotherBrowser,
}) => {
  const gameUid = randomUUID();
  const { email } = somebody();
  await comeFromGame(lab, page, gameUid);
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
  await signInByCode(lab, page, email);
  await expect(
    page.getByRole('heading', { level: 1, name: /^Connect Gem Miner to your account Player \d+\?$/ }),
  ).toBeVisible();
  const account = await accountOf(lab, page);
  expect(account.ConnectedGames).toEqual([]);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page).toHaveURL(`${lab.url}/Games/gem-miner`);
  const { Games } = await askServer(lab, await tokenOf(page)).profile.overview({});
  expect(Games).toMatchObject([{ Game: 'gem-miner', GameUid: gameUid }]);
  await page.getByRole('link', { name: 'My profile' }).click();
  await expect(page.getByRole('region', { name: 'Connected games' })).toContainText('Gem Miner');

  const phone = await anotherBrowser();
  await comeFromGame(lab, phone, gameUid);
  await expect(phone).toHaveURL(`${lab.url}/Games/gem-miner`);
  expect((await accountOf(lab, phone)).AccountId).toBe(account.AccountId);
  await phone.getByRole('link', { name: 'My profile' }).click();
  const notice = phone.getByText('You came here from a game. Sign in with one of your identities');
  await expect(notice).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Disconnect: Gem Miner' })).toBeDisabled();
  await expect(phone.getByRole('button', { name: 'Delete the account' })).toBeDisabled();
  await expect(askServer(lab, await tokenOf(phone)).profile.requestDeletion({})).rejects.toMatchObject({
    code: 'SignInAgain',
  });

  // A whole session of the same account is not given away for one of the game.
  const before = await tokenOf(page);
  await comeFromGame(lab, page, gameUid);
  await expect(page).toHaveURL(`${lab.url}/Games/gem-miner`);
  expect(await tokenOf(page)).toBe(before);
});

test('who is signed in to another account is asked before anything changes', async ({ lab, anotherBrowser }) => {
  const [here, there] = await Promise.all([
    registerPlayer(lab, somebody('Hana Here')),
    registerPlayer(lab, somebody('Theo There')),
  ]);
  const gameUid = await connectGame(lab, there, 'gem-miner');
  const page = await anotherBrowser(here.token);
  const question = page.getByRole('heading', { level: 1, name: 'Change accounts?' });

  await comeFromGame(lab, page, gameUid);
  await expect(question).toBeVisible();
  await expect(page.getByText('You are signed in as Hana Here. This link belongs to Theo There.')).toBeVisible();
  await page.getByRole('button', { name: 'Stay Hana Here' }).click();
  await expect(page).toHaveURL(`${lab.url}/`);
  expect(await tokenOf(page)).toBe(here.token);

  await comeFromGame(lab, page, gameUid);
  await expect(question).toBeVisible();
  expect(await tokenOf(page)).toBe(here.token);
  await page.getByRole('button', { name: 'Continue as Theo There' }).click();
  await expect(page).toHaveURL(`${lab.url}/Games/gem-miner`);
  expect((await accountOf(lab, page)).AccountId).toBe(there.accountId);
});

test('who came from a game signs in properly and may change the account', async ({ lab, anotherBrowser }) => {
  const player = await registerPlayer(lab);
  const gameUid = await connectGame(lab, player, 'gem-miner');
  const page = await anotherBrowser();
  await comeFromGame(lab, page, gameUid);
  await expect(page).toHaveURL(`${lab.url}/Games/gem-miner`);
  await page.getByRole('link', { name: 'My profile' }).click();
  const notice = page.getByRole('status').filter({ hasText: 'You came here from a game.' });
  await notice.getByRole('button', { name: 'Sign in' }).click();
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await chooseAtVendor(await opening, player);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Disconnect: Gem Miner' })).toBeEnabled();
  expect((await accountOf(lab, page)).AccountId).toBe(player.accountId);
});

test('a token that carries a session works once and leads on', async ({ lab, anotherBrowser }) => {
  const { token, accountId } = await registerPlayer(lab);
  const { TempToken } = await askServer(lab, token).auth.createTempToken({
    RedirectUri: `${lab.url}/Games/sky-courier`,
  });
  const address = `${lab.url}/LoginWithTempToken?token=${TempToken}`;
  const page = await anotherBrowser();
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'Sky Courier' })).toBeVisible();
  await expect(page).toHaveURL(`${lab.url}/Games/sky-courier`);
  expect((await accountOf(lab, page)).AccountId).toBe(accountId);

  const late = await anotherBrowser();
  await late.goto(address);
  await expect(late.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
  await expect(late).toHaveURL(`${lab.url}/Error`);
  expect(await tokenOf(late)).toBe('');
});

test('a guest of a game registers and stays the same account', async ({ lab, anotherBrowser }) => {
  const gameUid = randomUUID();
  const { email } = somebody();
  const { ConnectedData } = await askServer(lab).auth.authenticateFromGame({
    Game: 'gem-miner',
    Token: await vouchFor(lab, 'gem-miner', gameUid),
    Standalone: true,
  });
  const page = await anotherBrowser(ConnectedData?.Token ?? '');
  await page.goto(`${lab.url}/Profile`);
  await expect(page.getByText('You play as a guest. Register to keep your games.')).toBeVisible();
  await page.getByRole('button', { name: 'Register' }).click();
  await signInByCode(lab, page, email);
  await expect(page.getByText('You play as a guest.')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Ways to sign in' })).toContainText(email);
  await expect(page.getByRole('region', { name: 'Connected games' })).toContainText('Gem Miner');
  // No longer a session of the game's making.
  await expect(page.getByRole('button', { name: 'Disconnect: Gem Miner' })).toBeEnabled();
  const { Account, Games } = await askServer(lab, await tokenOf(page)).profile.overview({});
  expect(Account).toMatchObject({ AccountId: ConnectedData?.AccountId, Email: email, Guest: false });
  expect(Games).toMatchObject([{ Game: 'gem-miner', GameUid: gameUid }]);
});

async function comeFromGame(lab: LabServer, page: Page, gameUid: string): Promise<void> {
  const word = await vouchFor(lab, 'gem-miner', gameUid);
  await page.goto(`${lab.url}/LoginFromGame/gem-miner/${word}`);
}
