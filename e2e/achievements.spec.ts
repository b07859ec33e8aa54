// A game unlocks achievements: the toast shows next to the game, the shelf in the profile, the list on the game's page.
import { findAccessibilityProblems } from './find-accessibility-problems.ts';
import { acceptDocuments, createApiClient, expect, registerPlayer, test } from './lab-people.ts';

declare const FxId: {
  init(): Promise<unknown>;
  on(event: 'achievementUnlocked', listener: (achievement: { code: string; points: number }) => void): void;
  readonly achievements: {
    list(): Promise<{ code: string; name: string; progress: number; target: number; unlockedAt?: string }[]>;
    unlock(code: string): Promise<boolean>;
    setProgress(code: string, progress: number): Promise<boolean>;
  };
};
interface HeardUnlocks {
  heard: { code: string; points: number }[];
}

test('an achievement is unlocked in a game and shown next to it, in the profile and on the game page', async ({
  lab,
  anotherBrowser,
}) => {
  const player = await registerPlayer(lab);
  await acceptDocuments(lab, player.token, 'gem-miner');
  const page = await anotherBrowser(player.token);
  await page.goto(`${lab.url}/play/gem-miner?lang=en`);
  const frame = page.locator('.player iframe');
  const game = await (await frame.elementHandle())?.contentFrame();
  if (!game) throw new Error('The game has no frame.');
  await game.waitForFunction(() => 'FxId' in globalThis);
  await game.evaluate(async () => {
    const heard: HeardUnlocks['heard'] = [];
    Object.assign(globalThis, { heard });
    await FxId.init();
    FxId.on('achievementUnlocked', ({ code, points }) => heard.push({ code, points }));
  });

  expect(await game.evaluate(() => FxId.achievements.unlock('first-run'))).toBe(true);
  const toast = page.locator('.achievement-toast');
  await expect(toast).toContainText('Into the dark');
  await expect(toast).toContainText('+10');
  await expect(page.getByRole('status').filter({ hasText: 'unlocked' })).toHaveText(
    'Achievement unlocked: Into the dark',
  );
  const [shown, room] = [await toast.boundingBox(), await frame.boundingBox()];
  expect((shown?.y ?? 0) + (shown?.height ?? 0), 'the toast ends above the game').toBeLessThanOrEqual(room?.y ?? 0);
  expect(await game.evaluate(() => FxId.achievements.unlock('first-run'))).toBe(false);
  await expect(toast).toHaveCount(0);

  // In full screen the toast has only the place of the button that ends it.
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect(page.locator('.player.full')).toBeVisible();
  expect(await game.evaluate(() => FxId.achievements.setProgress('deep', 30))).toBe(false);
  expect(await game.evaluate(() => FxId.achievements.setProgress('deep', 60))).toBe(true);
  await expect(toast).toBeVisible();
  const button = await page.locator('.player-bar .tools > :last-child').boundingBox();
  expect(await toast.boundingBox()).toEqual(button);
  await expect(page.getByRole('status').filter({ hasText: 'Deep digger' })).toHaveCount(1);
  expect(await game.evaluate(() => (globalThis as unknown as HeardUnlocks).heard)).toEqual([
    { code: 'first-run', points: 10 },
    { code: 'deep', points: 30 },
  ]);
  // Only a quest unlocks it.
  const refused = await game.evaluate(() =>
    FxId.achievements.unlock('heart').catch((error: { code: string }) => error.code),
  );
  expect(refused).toBe('InvalidRequest');
  expect((await game.evaluate(() => FxId.achievements.list())).map(({ code, progress }) => [code, progress])).toEqual([
    ['first-run', 1],
    ['deep', 60],
  ]);

  await page.goto(`${lab.url}/Profile?lang=en`);
  const shelf = page.getByRole('region', { name: 'Achievements' });
  await expect(shelf).toContainText('Total points: 40');
  await shelf.getByText('Gem Miner').click();
  await expect(shelf.getByRole('listitem').filter({ hasText: 'Deep digger' }).last()).toContainText('Points: 30');
  const allow = shelf.getByRole('switch', { name: 'Friends can see my achievements' });
  await expect(allow).not.toBeChecked();
  await allow.click();
  await expect(allow).toBeChecked();
  await expect
    .poll(() => createApiClient(lab, player.token).achievements.settings({}))
    .toEqual({ ShownToFriends: true });
  expect(await findAccessibilityProblems(page)).toEqual([]);

  await page.goto(`${lab.url}/Games/gem-miner?lang=en`);
  const onPage = page.getByRole('region', { name: 'Achievements' });
  await expect(onPage).toContainText('Unlocked: 2 of 3');
  await expect(onPage).toContainText('Hidden achievements: 1');
  expect(await findAccessibilityProblems(page)).toEqual([]);
});
