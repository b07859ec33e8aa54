// A game unlocks achievements: the toast shows next to the game, the shelf in the profile, the list on the game's page.
// Friends see what the player allows.
import type { Locator, Page } from '@playwright/test';
import { findAccessibilityProblems } from './find-accessibility-problems.ts';
import {
  acceptDocuments,
  connectGame,
  createApiClient,
  expect,
  inventPerson,
  registerPlayer,
  test,
} from './lab-people.ts';
import type { LabServer } from './lab-server.ts';

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
  await onPage.scrollIntoViewIfNeeded();
  await expect(onPage).toContainText('Unlocked: 2 of 3');
  await expect(onPage).toContainText('Hidden achievements: 1');
  expect(await findAccessibilityProblems(page)).toEqual([]);
});

test('friends see what the player allows, and hidden achievements stay hidden', async ({ lab, anotherBrowser }) => {
  const friend = await registerPlayer(lab, inventPerson('Ines Duarte'));
  const player = await registerPlayer(lab, inventPerson('Kofi Mensah'));
  const [ofFriend, ofPlayer] = [createApiClient(lab, friend.token), createApiClient(lab, player.token)];
  const { Url } = await ofFriend.friends.createLink({});
  await ofPlayer.friends.acceptLink({ Token: /fxi_[\w-]+/.exec(Url)?.[0] ?? '' });
  for (const [game, code] of [
    ['gem-miner', 'first-run'],
    ['bridge-explorer', 'first-call'],
  ] as const) {
    await connectGame(lab, friend, game);
    await ofFriend.achievements.unlock({ GameSystemName: game, Code: code });
  }
  const [page, other] = [await anotherBrowser(player.token), await anotherBrowser(friend.token)];
  const allow = other.getByRole('switch', { name: 'Friends can see my achievements' });

  await test.step('nothing is shown until the friend allows it', async () => {
    await expectFriends(lab, page, 'gem-miner', []);
    await other.goto(`${lab.url}/Profile?lang=en`);
    await allow.click();
    await expect.poll(() => ofFriend.achievements.settings({})).toEqual({ ShownToFriends: true });
    const achievements = await expectFriends(lab, page, 'gem-miner', [/Ines Duarte.*Unlocked: 1 of 3.*Points: 10/]);
    await expect(achievements).toContainText('Hidden achievements: 1');
    await expect(achievements).not.toContainText('Heart of the Mountain');
    expect(await findAccessibilityProblems(page)).toEqual([]);
  });

  await test.step('a hidden one counts for the friend, and the player does not learn its name', async () => {
    await ofFriend.crossPlay.send({ GameSystemName: 'gem-miner', EventCode: 'run_over', P1: 'heart' });
    await other.goto(`${lab.url}/Games/gem-miner?lang=en`);
    const own = other.getByRole('region', { name: 'Achievements' });
    await own.scrollIntoViewIfNeeded();
    await expect(own).toContainText('Heart of the Mountain');
    const achievements = await expectFriends(lab, page, 'gem-miner', [/Ines Duarte.*Unlocked: 2 of 3.*Points: 70/]);
    await expect(achievements).toContainText('Hidden achievements: 1');
    await expect(achievements).not.toContainText('Heart of the Mountain');
  });

  await test.step('a disconnected game is not shown, and nothing once the friend forbids it', async () => {
    await other.goto(`${lab.url}/Profile?lang=en`);
    await other.getByRole('button', { name: 'Disconnect: Gem Miner' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await expect(other.getByRole('button', { name: 'Disconnect: Gem Miner' })).toHaveCount(0);
    await expectFriends(lab, page, 'gem-miner', []);
    await expectFriends(lab, page, 'bridge-explorer', [/Ines Duarte.*Points: 10/]);
    await allow.click();
    await expect.poll(() => ofFriend.achievements.settings({})).toEqual({ ShownToFriends: false });
    await expectFriends(lab, page, 'bridge-explorer', []);
  });
});

async function expectFriends(lab: LabServer, page: Page, game: string, lines: RegExp[]): Promise<Locator> {
  const reading = page.waitForResponse('**/api/v1/achievements/friends');
  await page.goto(`${lab.url}/Games/${game}?lang=en`);
  const achievements = page.getByRole('region', { name: 'Achievements' });
  await achievements.scrollIntoViewIfNeeded();
  const { Friends } = (await (await reading).json()) as { Friends: unknown[] };
  expect(Friends).toHaveLength(lines.length);
  await expect(achievements.getByRole('list', { name: 'Friends' }).getByRole('listitem')).toHaveText(lines);
  return achievements;
}
