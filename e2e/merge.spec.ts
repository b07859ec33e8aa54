import { randomUUID } from 'node:crypto';
import {
  createApiClient,
  signInAtVendor,
  connectGame,
  expect,
  waitForMail,
  registerPlayer,
  inventPerson,
  test,
  readSessionToken,
  signPlayerAssertion,
} from './lab-people.ts';

test('a player who has proved both accounts merges them, and separates them again', async ({ lab, anotherBrowser }) => {
  const [first, second] = await Promise.all([
    registerPlayer(lab, inventPerson('Amal First')),
    registerPlayer(lab, inventPerson('Amal Second')),
  ]);
  await connectGame(lab, first, 'gem-miner');
  const gameUid = await connectGame(lab, second, 'sky-courier');
  const page = await anotherBrowser(first.token);
  await page.goto(`${lab.url}/Profile`);
  const games = page.getByRole('region', { name: 'Connected games' });
  await expect(games.getByRole('listitem')).toHaveCount(1);

  await page.getByRole('button', { name: 'Add a sign-in method' }).click();
  await expect(page.getByRole('dialog', { name: 'Add a sign-in method' })).toBeVisible();
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await signInAtVendor(await opening, second);

  const modal = page.getByRole('dialog', { name: 'Merge two accounts' });
  const cards = [
    modal.getByRole('region', { name: first.name }),
    modal.getByRole('region', { name: second.name }),
  ] as const;
  await expect(cards[0]).toContainText('Signed in here');
  await expect(cards[0]).toContainText('Gem Miner');
  await expect(cards[1]).toContainText('Sky Courier');
  await expect(modal).not.toContainText(second.email);
  const join = modal.getByRole('button', { name: 'Merge accounts' });
  await cards[0].getByLabel('Keep this one').check();
  await cards[0].getByLabel('This is my account').check();
  await expect(join).toBeDisabled();
  expect((await createApiClient(lab, second.token).profile.get({})).AccountId).toBe(second.accountId);
  await cards[1].getByLabel('This is my account').check();
  await join.click();
  await expect(modal.getByText('Your accounts are merged')).toBeVisible();
  await modal.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await expect(games.getByRole('listitem')).toHaveCount(2);
  await expect(games).toContainText('Sky Courier');
  const joined = page.getByRole('region', { name: 'Merged accounts' });
  await expect(joined).toContainText(second.name);
  const { Account, Games } = await createApiClient(lab, await readSessionToken(page)).profile.overview({});
  expect(Account.AccountId).toBe(first.accountId);
  expect(Games).toEqual(expect.arrayContaining([expect.objectContaining({ Game: 'sky-courier', GameUid: gameUid })]));
  for (const { email } of [first, second]) {
    expect((await waitForMail(lab, email)).subject).toContain('accounts were merged');
  }
  expect((await registerPlayer(lab, second)).accountId).toBe(first.accountId);

  await joined.getByRole('button', { name: `Undo: ${second.name}` }).click();
  const question = page.getByRole('dialog', { name: `Undo the merge with ${isolated(second.name)}?` });
  await question.getByRole('button', { name: 'Undo' }).click();
  await expect(joined).toHaveCount(0);
  await expect(games.getByRole('listitem')).toHaveCount(1);
  await expect(games).toContainText('Gem Miner');

  const again = await registerPlayer(lab, second);
  expect(again.accountId).toBe(second.accountId);
  const own = await createApiClient(lab, again.token).profile.overview({});
  expect(own.Account.Name).toBe(second.name);
  expect(own.Games).toMatchObject([{ Game: 'sky-courier', GameUid: gameUid }]);
});

test(
  'closing the merge dialog without confirming both accounts changes nothing',
  { tag: '@drill' },
  async ({ lab, anotherBrowser }) => {
    const [first, second] = await Promise.all([registerPlayer(lab), registerPlayer(lab)]);
    const page = await anotherBrowser(first.token);
    await page.goto(`${lab.url}/Profile`);
    await page.getByRole('button', { name: 'Add a sign-in method' }).click();
    const opening = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await signInAtVendor(await opening, second);
    const modal = page.getByRole('dialog', { name: 'Merge two accounts' });
    await expect(modal.getByRole('button', { name: 'Merge accounts' })).toBeDisabled();
    await modal.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(`${lab.url}/Profile`);
    expect(await readSessionToken(page)).toBe(first.token);
    expect((await registerPlayer(lab, second)).accountId).toBe(second.accountId);
  },
);

test(
  'a guest who signs in to an existing account keeps the connected game',
  { tag: '@drill' },
  async ({ lab, anotherBrowser }) => {
    const player = await registerPlayer(lab, inventPerson('Gita Known'));
    const gameUid = randomUUID();
    const { ConnectedData } = await createApiClient(lab).auth.authenticateFromGame({
      Game: 'gem-miner',
      Token: await signPlayerAssertion(lab, 'gem-miner', gameUid),
      Standalone: true,
    });
    const page = await anotherBrowser(ConnectedData?.Token ?? '');
    await page.goto(`${lab.url}/Profile`);
    await page.getByRole('button', { name: 'Register' }).click();
    const opening = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await signInAtVendor(await opening, player);

    const modal = page.getByRole('dialog', { name: 'Merge two accounts' });
    await expect(modal.getByRole('region', { name: player.name })).toContainText('Signed in here');
    await expect(modal.getByRole('region', { name: player.name }).getByLabel('Keep this one')).toBeChecked();
    for (const tick of await modal.getByLabel('This is my account').all()) await tick.check();
    await modal.getByRole('button', { name: 'Merge accounts' }).click();
    await modal.getByRole('status').getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: player.name })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Connected games' })).toContainText('Gem Miner');
    const { Account, Games } = await createApiClient(lab, await readSessionToken(page)).profile.overview({});
    expect(Account.AccountId).toBe(player.accountId);
    expect(Games).toMatchObject([{ Game: 'gem-miner', GameUid: gameUid }]);
  },
);

/** Invisible control characters isolate the direction of a name within a sentence. */
const isolated = (name: string): string => `\u2068${name}\u2069`;
