// A score in a demo game reaches the simulated platform: from our server, or from the page.
import type { Frame, Page } from '@playwright/test';
import { expect, test } from './lab-people.ts';
import type { LabServer } from './lab-server.ts';

declare const FxId: {
  init(): Promise<unknown>;
  readonly leaderboards: { submit(board: string, score: number): Promise<unknown> };
  readonly achievements: { unlock(code: string): Promise<unknown> };
};

test.use({ viewport: { width: 2000, height: 1000 } });

test('our server sends scores and achievements to Steam', async ({ lab, page }) => {
  const game = await openGame(page, lab, 'steam');
  await game.evaluate(() => FxId.leaderboards.submit('depth', 117));
  await game.evaluate(() => FxId.achievements.unlock('first-run'));
  await page.locator('#controls').evaluate((panel: HTMLDetailsElement) => void (panel.open = true));
  const show = page.locator('#events').getByRole('button');
  // The jobs run in the background.
  await expect(async () => {
    await show.click();
    await expect(page.locator('.notices')).toContainText('achievement FIRST_RUN: 1', { timeout: 1000 });
    await expect(page.locator('.notices')).toContainText('leaderboard 900100: 117', { timeout: 1000 });
  }).toPass();
});

test('the page sends scores to Yandex Games', async ({ lab, page }) => {
  const game = await openGame(page, lab, 'yandexgames');
  const shown = expect(page.locator('.notices')).toContainText('Leaderboard deepest: 118');
  await game.evaluate(() => FxId.leaderboards.submit('depth', 118));
  await shown;
});

async function openGame(page: Page, lab: LabServer, platform: string): Promise<Frame> {
  const origin = lab.url.replace('//localhost', '//lab.localhost');
  await page.goto(`${origin}/lab/${platform}/gem-miner?player=abroad&lang=en`);
  const isGame = (frame: Frame): boolean => frame.url().includes('//gem-miner.localhost');
  await expect.poll(() => page.frames().some(isGame)).toBe(true);
  const game = page.frames().find(isGame);
  if (!game) throw new Error('The game has no frame.');
  await game.waitForFunction(() => 'FxId' in globalThis);
  await game.evaluate(() => FxId.init().then(() => undefined));
  return game;
}
