import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { createTestPlatform } from '#server/testing/test-platform.ts';

const game = 'gem-miner';
const platform = createTestPlatform('vkontaktecom');
let server: TestApp;
let now = new Date();

beforeAll(async () => {
  server = await createTestApp({
    now: () => now,
    platforms: [platform.loaded],
    settings: { platforms: platform.settings },
  });
  await buildGames(server.database, ['gem-miner']);
});
afterAll(() => server[Symbol.asyncDispose]());

const started = async (WebPublishingPlatform: 'VkontakteCom' | 'Telegram') =>
  (await server.client().play.chooseGame({ GameSystemName: game, WebPublishingPlatform })).PublicGameData.PlatformData;
const read = async (query: object) => (await server.client().games.publicConfig({ Game: game, ...query })).PlatformData;

test('a page gets only the public settings of its platform', async () => {
  expect(await started('VkontakteCom')).toEqual({ VkontakteCom: { AppId: '4711' } });
  expect(await read({ WebPublishingPlatform: 'VkontakteCom' })).toEqual({ VkontakteCom: { AppId: '4711' } });
  expect(await read({})).toEqual({ VkontakteCom: { AppId: '4711' } });
  const answer = await server.app.inject(`/api/v1/public_game_config/${game}`);
  expect(answer.statusCode).toBe(200);
  expect(answer.body).not.toContain('secret');
});

test('a platform without settings has no public settings', async () => {
  expect(await started('Telegram')).toEqual({});
});

test("the game's settings override those of the portal and its configuration", async () => {
  const { settings } = server.money.deps;
  const { kysely } = server.database;
  const { config } = await kysely
    .selectFrom('games')
    .select('config')
    .where('game', '=', game)
    .executeTakeFirstOrThrow();
  const own = { ...config, PlatformData: { VkontakteCom: { AppId: '1' }, VkontaktePlay: { AppId: '2' } } };
  await kysely
    .updateTable('games')
    .set({ config: JSON.stringify(own) })
    .where('game', '=', game)
    .execute();
  await settings.write('platforms', 'vkontaktecom', { Secret: 'x', AppId: '815' }, { game });
  // The application's own reader caches settings for a few seconds.
  now = new Date(now.getTime() + 6000);
  expect(await read({})).toEqual({ VkontakteCom: { AppId: '815' }, VkontaktePlay: { AppId: '2' } });
  expect(await started('VkontakteCom')).toEqual({ VkontakteCom: { AppId: '815' } });
});
