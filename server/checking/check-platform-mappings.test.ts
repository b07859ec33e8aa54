import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createAdapterSettings } from '#server/features/settings/adapter-settings.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { buildGames, changeGame } from '#server/testing/build-accounts.ts';
import { createTestDatabase } from '#server/testing/create-test-database.ts';
import { checkPlatformMappings } from './check-platform-mappings.ts';

test('names leaderboards and achievements in the settings that no game has', async () => {
  await using testing = await createTestDatabase();
  const { database } = testing;
  const settings = createAdapterSettings({
    database,
    sealer: createSealer('tests'),
    log: pino({ level: 'silent' }),
  });
  const check = () => checkPlatformMappings(database, settings);
  await buildGames(database, ['gem-miner', 'sky-courier']);
  expect(await check()).toEqual([{ verdict: 'ok', text: '0 leaderboards and achievements are sent to platforms' }]);
  const steam = { AppId: '480', PublisherKey: 'a publisher key' };
  const mappings = { Leaderboards: { depth: '1' }, Achievements: { deep: 'DEEP' } };
  await settings.write('platforms', 'steam', { ...steam, ...mappings }, { game: 'gem-miner' });
  expect(await check()).toEqual([
    {
      verdict: 'warning',
      text: "platforms/steam names the leaderboard depth, the achievement deep, which gem-miner doesn't have",
      remedy: expect.stringContaining('npm run settings -- platforms/steam --game gem-miner') as string,
    },
  ]);
  const board = { Id: 'depth', Name: { en: 'Depth' }, Ascending: false };
  await changeGame(database, 'gem-miner', (config) => ({ ...config, Leaderboards: [board] }));
  await database.kysely
    .insertInto('achievements')
    .values({ game: 'gem-miner', code: 'deep', names: '{"en":"Deep"}' })
    .execute();
  expect(await check()).toEqual([{ verdict: 'ok', text: '2 leaderboards and achievements are sent to platforms' }]);
  // For the portal, one game that has it is enough.
  const yandex = { SecretKey: 'a secret key', Leaderboards: { depth: 'a', width: 'b' } };
  await settings.write('platforms', 'yandexgames', yandex);
  expect(await check()).toMatchObject([
    { verdict: 'warning', text: 'platforms/yandexgames names the leaderboard width, which no game has' },
  ]);
});
