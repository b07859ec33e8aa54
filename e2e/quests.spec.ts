// A player completes a demo game's quest, sees it next to the game and on the page of quests, and the game's server
// gets the reward.
import { findAccessibilityProblems } from './find-accessibility-problems.ts';
import { acceptDocuments, createApiClient, expect, registerPlayer, test } from './lab-people.ts';

declare const FxId: {
  init(): Promise<unknown>;
  on(event: 'questProgress', listener: (quest: { progress: number; done: boolean }) => void): void;
  readonly game: {
    event(code: string, options: { value: number; p1: string }): Promise<boolean>;
    quests(): Promise<{ title: string; progress: number; goal: number; reward?: { state: string } }[]>;
  };
};
interface HeardSteps {
  heard: { progress: number; done: boolean }[];
}

test('a quest advances while the game runs, and its reward reaches the game once', async ({ lab, anotherBrowser }) => {
  const player = await registerPlayer(lab);
  await acceptDocuments(lab, player.token, 'gem-miner');
  const page = await anotherBrowser(player.token);
  await page.goto(`${lab.url}/play/gem-miner?lang=en`);
  const game = await (await page.locator('.player iframe').elementHandle())?.contentFrame();
  if (!game) throw new Error('The game has no frame.');
  await game.waitForFunction(() => 'FxId' in globalThis);
  await game.evaluate(async () => {
    const heard: HeardSteps['heard'] = [];
    Object.assign(globalThis, { heard });
    await FxId.init();
    FxId.on('questProgress', ({ progress, done }) => heard.push({ progress, done }));
  });
  const opener = page.getByRole('button', { name: 'Quests: 0 of 2 completed' });
  await expect(opener).toBeVisible();
  // As the game reports the end of each run.
  const endRun = () => game.evaluate(() => FxId.game.event('run_over', { value: 10, p1: 'dark' }));
  for (let run = 1; run <= 6; run += 1) expect(await endRun()).toBe(true);
  expect(await game.evaluate(() => (globalThis as unknown as HeardSteps).heard)).toEqual(
    [1, 2, 3, 4, 5].map((progress) => ({ progress, done: progress === 5 })),
  );
  await expect(page.frameLocator('.player iframe').locator('#quest')).toHaveText('Go down the mine five times: 5 / 5');
  await expect(page.getByRole('status').filter({ hasText: 'Quest completed' })).toHaveText(
    'Quest completed: Go down the mine five times',
  );
  expect(await game.evaluate(() => FxId.game.quests())).toMatchObject([
    { title: 'Go down the mine five times', progress: 5, goal: 5, reward: { state: 'sent' } },
    { title: 'Reach the Heart of the Mountain', progress: 0, goal: 1 },
  ]);

  await page.getByRole('button', { name: 'Quests: 1 of 2 completed' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Quests' });
  await expect(dialog.getByRole('progressbar')).toHaveCount(2);
  await expect(dialog).toContainText('Reward: 100 gems');
  expect(await findAccessibilityProblems(page, { within: 'dialog' })).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  const ofServer = createApiClient(lab, lab.gameKeys['gem-miner']);
  const rewards = (await ofServer.deliveries.pending({ Limit: 100 })).Deliveries.filter(
    ({ Type, AccountId }) => Type === 'quest.reward' && AccountId === player.accountId,
  );
  expect(rewards).toMatchObject([{ Products: [{ Sku: 'gems-100', Quantity: 100 }] }]);
  await ofServer.deliveries.acknowledge({ DeliveryId: rewards[0]?.DeliveryId ?? '' });

  await page.goto(`${lab.url}/Profile?lang=en`);
  await page.getByRole('link', { name: 'My quests' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Quests' })).toBeVisible();
  const quests = page.getByRole('region', { name: 'Gem Miner' });
  await expect(quests).toContainText('Delivered to Gem Miner.');
  await expect(quests.getByRole('progressbar', { name: 'Go down the mine five times' })).toHaveAttribute('value', '5');
  expect(await findAccessibilityProblems(page)).toEqual([]);
});
