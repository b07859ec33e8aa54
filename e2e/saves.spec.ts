// Saves follow the player: from device to device, from a platform to the portal, and through times without a network.
import type { Frame, Page } from '@playwright/test';
import { findAccessibilityProblems } from './find-accessibility-problems.ts';
import {
  acceptDocuments,
  createApiClient,
  createHandedSession,
  expect,
  registerPlayer,
  test,
  type Player,
} from './lab-people.ts';
import type { LabServer } from './lab-server.ts';

declare const FxId: {
  init(): Promise<unknown>;
  readonly saves: {
    get(key: string): Promise<unknown>;
    set(key: string, value: unknown): Promise<void>;
    setSummary(summary: string): Promise<void>;
    flush(): Promise<boolean>;
  };
};

async function findGame(page: Page): Promise<Frame> {
  await expect.poll(() => page.frames().some(isGame)).toBe(true);
  const game = page.frames().find(isGame);
  if (!game) throw new Error('The game has no frame.');
  await game.waitForFunction(() => 'FxId' in globalThis);
  await game.evaluate(() => FxId.init().then(() => undefined));
  return game;
}

const isGame = (frame: Frame): boolean => frame.url().includes('//gem-miner.localhost');

async function play(lab: LabServer, page: Page): Promise<Frame> {
  await page.goto(`${lab.url}/play/gem-miner?lang=en`);
  return findGame(page);
}

async function registerMiner(lab: LabServer): Promise<Player> {
  const player = await registerPlayer(lab);
  await acceptDocuments(lab, player.token, 'gem-miner');
  return player;
}

const reach = (game: Frame, level: number): Promise<boolean> =>
  game.evaluate(async (reached) => {
    void FxId.saves.setSummary(`Level ${reached}`);
    await FxId.saves.set('level', reached);
    return FxId.saves.flush();
  }, level);

const readLevel = (game: Frame): Promise<unknown> => game.evaluate(() => FxId.saves.get('level'));

const storedLevel = async (lab: LabServer, token: string): Promise<string | undefined> =>
  (await createApiClient(lab, token).saves.read({ Game: 'gem-miner' })).Keys?.['level'];

test('a save made offline arrives later', async ({ lab, anotherBrowser }) => {
  const { token } = await registerMiner(lab);
  const page = await anotherBrowser(token);
  const game = await play(lab, page);
  expect(await reach(game, 3)).toBe(true);
  await page.context().setOffline(true);
  expect(await reach(game, 4)).toBe(false);
  expect(await readLevel(game)).toBe(4);
  expect(await storedLevel(lab, token)).toBe('3');
  await page.context().setOffline(false);
  await expect.poll(() => storedLevel(lab, token)).toBe('4');

  // Also after a restart without a network in between: the save is kept on the device.
  await page.route('**/api/v1/saves/**', (route) => route.abort());
  expect(await reach(game, 5)).toBe(false);
  await page.unroute('**/api/v1/saves/**');
  expect(await readLevel(await play(lab, page))).toBe(5);
  await expect.poll(() => storedLevel(lab, token)).toBe('5');
});

test('a conflict is resolved by the player, and the other save can be restored', async ({ lab, anotherBrowser }) => {
  const { token } = await registerMiner(lab);
  const [page, other] = [await anotherBrowser(token), await anotherBrowser(token)];
  const game = await play(lab, page);
  await readLevel(game);
  // Without a network the device can't learn of the other one's save before it writes its own.
  await page.context().setOffline(true);
  expect(await reach(game, 12)).toBe(false);
  expect(await reach(await play(lab, other), 9)).toBe(true);
  await page.context().setOffline(false);

  const question = page.getByRole('dialog', { name: 'Which save do you want to keep?' });
  await expect(question.getByRole('listitem').first()).toContainText(/This device.*Level 12/);
  await expect(question.getByRole('listitem').last()).toContainText(/Your account.*Level 9/);
  expect(await findAccessibilityProblems(page, { within: 'dialog' })).toEqual([]);
  expect(await storedLevel(lab, token)).toBe('9');
  await question.getByRole('listitem').first().getByRole('button', { name: 'Keep this one' }).press('Enter');
  await expect(question).toHaveCount(0);
  await expect.poll(() => storedLevel(lab, token)).toBe('12');

  await page.goto(`${lab.url}/Profile?lang=en`);
  const saves = page.getByRole('region', { name: 'Saves' });
  await saves.getByRole('button', { name: 'Show versions: Gem Miner' }).click();
  const older = saves.locator('ol > li').filter({ hasText: 'Level 9' });
  await older.getByRole('button', { name: /^View: / }).click();
  await expect(older).toContainText('level9');
  const downloading = page.waitForEvent('download');
  await older.getByRole('button', { name: /^Download: / }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^gem-miner-save-\d+\.json$/);
  await older.getByRole('button', { name: /^Restore: / }).click();
  await expect(saves.getByRole('status')).toContainText('Version restored.');
  expect(await storedLevel(lab, token)).toBe('9');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await saves.getByRole('button', { name: 'Undo' }).click();
  await expect(saves.getByRole('status')).toContainText('Undone.');
  expect(await storedLevel(lab, token)).toBe('12');
});

test('a save started on simulated Telegram continues on the portal', async ({ lab, page, anotherBrowser }) => {
  await page.setViewportSize({ width: 2000, height: 1000 });
  await page.goto(`${lab.url.replace('//localhost', '//lab.localhost')}/lab/telegram/gem-miner?player=abroad&lang=en`);
  const there = await findGame(page);
  const level = Date.now() % 1_000_000;
  const writing = page.waitForRequest('**/api/v1/saves/write');
  expect(await reach(there, level)).toBe(true);
  await page.locator('#saved').evaluate((panel: HTMLDetailsElement) => void (panel.open = true));
  await expect(page.locator('#saved')).toContainText(`level${level}`);

  // The player continues at home, with a link that hands the session over.
  const token = ((await (await writing).headerValue('authorization')) ?? '').replace('Bearer ', '');
  await acceptDocuments(lab, token, 'gem-miner');
  const home = await anotherBrowser(await createHandedSession(lab, token));
  expect(await readLevel(await play(lab, home))).toBe(level);
});

test('the lab lets another device write first, and asks', async ({ lab, page }) => {
  await page.setViewportSize({ width: 2000, height: 1000 });
  await page.goto(`${lab.url.replace('//localhost', '//lab.localhost')}/lab/telegram/gem-miner?save=conflict&lang=en`);
  const game = await findGame(page);
  await readLevel(game);
  void reach(game, 7).catch(() => undefined);
  const question = page
    .frameLocator('iframe[name="player"]')
    .getByRole('dialog', { name: 'Which save do you want to keep?' });
  await expect(question).toContainText('Written by the lab');
});
