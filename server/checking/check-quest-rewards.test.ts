import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { buildGames } from '#server/testing/build-accounts.ts';
import { createTestDatabase } from '#server/testing/create-test-database.ts';
import { checkQuestRewards } from './check-quest-rewards.ts';

test('names rewards that no player can get, until the missing part exists', async () => {
  const { database, drop } = await createTestDatabase();
  const { kysely } = database;
  await buildGames(database, ['gem-miner', 'sky-courier']);
  expect(await checkQuestRewards(database)).toEqual([{ verdict: 'ok', text: 'no quest has a reward' }]);
  const reward = JSON.stringify({ game: 'sky-courier', products: [{ sku: 'kite', count: 1 }] });
  const quest = { quest_id: randomUUID(), game: 'gem-miner', titles: '{}', code: 'dig', goal: 1 };
  await kysely
    .insertInto('quests')
    .values({ ...quest, reward, reported_by: 'server' })
    .execute();
  expect(await checkQuestRewards(database)).toMatchObject([
    { verdict: 'warning', text: "the quest dig of gem-miner gives kite, which sky-courier doesn't have" },
    { verdict: 'warning', text: expect.stringContaining('that has no key') as string },
    { verdict: 'warning', text: expect.stringContaining('sky-courier has no server that gets it') as string },
  ]);
  const names = JSON.stringify({ en: 'Kite' });
  await kysely
    .insertInto('products')
    .values({ game: 'sky-courier', sku: 'kite', position: 0, product_type: 'Durable', names, descriptions: '{}' })
    .execute();
  const gameKeys = createGameKeys(database, createSealer('tests'));
  for (const game of ['gem-miner', 'sky-courier']) await gameKeys.create(game);
  expect(await checkQuestRewards(database)).toEqual([{ verdict: 'ok', text: '1 quests with a reward' }]);
  await kysely.updateTable('quests').set({ is_active: false }).execute();
  expect(await checkQuestRewards(database)).toEqual([{ verdict: 'ok', text: 'no quest has a reward' }]);
  await drop();
});
