// A player connects a Twitch account to a game, from the profile and from the game; a tester finds hidden games.
import type { Page } from '@playwright/test';
import {
  acceptDocuments,
  connectGame,
  createApiClient,
  expect,
  queryLabDatabase,
  registerPlayer,
  test,
} from './lab-people.ts';

const game = 'gem-miner';

test('a Twitch account is connected in the profile and disconnected next to the game', async ({
  lab,
  anotherBrowser,
}) => {
  const player = await registerPlayer(lab);
  const GameUid = await connectGame(lab, player, game);
  await acceptDocuments(lab, player.token, game);
  const server = createApiClient(lab, lab.gameKeys[game]);
  expect(await server.twitch.token({ GameUid })).toEqual({ Connected: false });

  const page = await anotherBrowser(player.token);
  await page.goto(`${lab.url}/Profile`);
  const row = page.getByRole('group', { name: /^Twitch: / });
  await expect(row).toContainText('Twitch: not connected');
  const opening = page.waitForEvent('popup');
  await row.getByRole('button', { name: /^Connect Twitch/ }).click();
  await (await opening).getByRole('button', { name: 'Grace Hopper' }).click();
  await expect(row).toContainText('Twitch: connected as player1080001');
  await fitsPhone(page);
  expect(await server.twitch.token({ GameUid })).toMatchObject({ Connected: true, UserId: '1080001' });

  await page.goto(`${lab.url}/play/${game}`);
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('button', { name: 'Connected accounts' }).click();
  const modal = page.getByRole('dialog', { name: 'Connected accounts' });
  await expect(modal).toContainText('Twitch: connected as player1080001');
  await modal.getByRole('button', { name: /^Disconnect: Twitch/ }).click();
  await page
    .getByRole('dialog', { name: /^Disconnect Twitch/ })
    .getByRole('button', { name: 'Disconnect' })
    .click();
  await expect(modal).toContainText('Twitch: not connected');
  expect(await server.twitch.token({ GameUid })).toEqual({ Connected: false });
});

test('a tester with ListGames opens a hidden game from the catalogue and by its URL', async ({
  lab,
  anotherBrowser,
}) => {
  const hidden = 'paper-fleet';
  const tester = await registerPlayer(lab);
  await queryLabDatabase(lab, "update accounts set features = '{ListGames}' where account_id = $1", [tester.accountId]);
  await queryLabDatabase(lab, 'update games set published = false where game = $1', [hidden]);
  try {
    const page = await anotherBrowser(tester.token);
    await page.goto(`${lab.url}/Games`);
    const tile = page.getByRole('listitem').filter({ has: page.locator(`a[href$="/Games/${hidden}"]`) });
    await expect(tile).toContainText('Hidden');
    await tile.getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'Paper Fleet', level: 1 })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Paper Fleet', level: 1 })).toBeVisible();

    const visitor = await anotherBrowser();
    expect((await visitor.goto(`${lab.url}/Games/${hidden}`))?.status()).toBe(404);
    await expect(visitor.getByText('Paper Fleet')).toHaveCount(0);
  } finally {
    await queryLabDatabase(lab, 'update games set published = true where game = $1', [hidden]);
  }
});

/** Nothing is cut off on a phone. */
async function fitsPhone(page: Page): Promise<void> {
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  if (wide) await page.setViewportSize(wide);
}
