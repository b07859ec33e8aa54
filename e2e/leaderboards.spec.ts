// A player beats a friend's score in a demo game and sees it in the game, over the game and on the game's page.
import { findAccessibilityProblems } from './find-accessibility-problems.ts';
import { acceptDocuments, createApiClient, expect, inventPerson, registerPlayer, test } from './lab-people.ts';

declare const FxId: {
  init(): Promise<unknown>;
  readonly leaderboards: {
    submit(board: string, score: number): Promise<{ rank: number; improved: boolean; beatenFriends: string[] }>;
    get(board: string, options: { view: 'friends' }): Promise<{ entries: { name: string; score: number }[] }>;
    show(board: string): Promise<unknown>;
  };
};

test("a friend's score is beaten, and the leaderboard shows it at once", async ({ lab, anotherBrowser }) => {
  const friend = await registerPlayer(lab, inventPerson('Ines Duarte'));
  const player = await registerPlayer(lab, inventPerson('Kofi Mensah'));
  const [ofFriend, ofPlayer] = [createApiClient(lab, friend.token), createApiClient(lab, player.token)];
  const { Url } = await ofFriend.friends.createLink({});
  await ofPlayer.friends.acceptLink({ Token: /fxi_[\w-]+/.exec(Url)?.[0] ?? '' });
  await ofFriend.leaderboards.submit({ Game: 'gem-miner', Leaderboard: 'depth', Score: 64 });
  await acceptDocuments(lab, player.token, 'gem-miner');

  const page = await anotherBrowser(player.token);
  await page.goto(`${lab.url}/play/gem-miner?lang=en`);
  const game = await (await page.locator('.player iframe').elementHandle())?.contentFrame();
  if (!game) throw new Error('The game has no frame.');
  await game.waitForFunction(() => 'FxId' in globalThis);
  await game.evaluate(() => FxId.init());
  const submit = (score: number) => game.evaluate((depth) => FxId.leaderboards.submit('depth', depth), score);
  expect(await submit(40)).toMatchObject({ improved: true, beatenFriends: [] });
  expect(await submit(80)).toMatchObject({ improved: true, beatenFriends: ['Ines Duarte'] });
  expect(await submit(80)).toMatchObject({ improved: false, beatenFriends: [] });
  const refusal = await game.evaluate(() => FxId.leaderboards.submit('depth', 119).catch(({ code }) => code as string));
  expect(refusal, 'deeper than the mine').toBe('InvalidRequest');
  const { entries } = await game.evaluate(() => FxId.leaderboards.get('depth', { view: 'friends' }));
  expect(entries.map(({ name, score }) => `${name} ${score}`)).toEqual(['Kofi Mensah 80', 'Ines Duarte 64']);

  const closed = game.evaluate(() => FxId.leaderboards.show('depth'));
  const dialog = page.getByRole('dialog', { name: 'Leaderboards' });
  await dialog.getByRole('button', { name: 'Friends' }).click();
  const rows = dialog.getByRole('row');
  await expect(rows).toHaveText([/Rank/, /1\s*Kofi Mensah\s*You\s*80/, /2\s*Ines Duarte\s*Friend\s*64/]);
  expect(await findAccessibilityProblems(page, { within: 'dialog' })).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await closed;

  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('button', { name: 'Leaderboards' }).click();
  await expect(dialog.getByRole('row', { name: /Kofi Mensah/ })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto(`${lab.url}/Games/gem-miner?lang=en`);
  const section = page.getByRole('region', { name: 'Leaderboards' });
  await section.getByRole('button', { name: 'Around me' }).click();
  await expect(section.getByRole('row', { name: /Kofi Mensah/ })).toBeVisible();
  await section.getByRole('button', { name: 'This week' }).click();
  await expect(section.getByRole('row', { name: /Kofi Mensah/ })).toBeVisible();
  expect(await findAccessibilityProblems(page)).toEqual([]);

  // A stranger sees no names of players who can't be found.
  const stranger = await anotherBrowser();
  await stranger.goto(`${lab.url}/Games/gem-miner?lang=en`);
  const best = stranger.getByRole('region', { name: 'Leaderboards' });
  await expect(best.getByRole('row', { name: /Player\s*80/ }).first()).toBeVisible();
  await expect(best).not.toContainText('Kofi');
});
