import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildGames, changeGame } from '#server/testing/build-accounts.ts';
import { setStore } from '#server/testing/build-store.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';

let server: TestApp;
const games = ['gem-miner', 'sky-courier', 'paper-fleet'];
let now = new Date('2026-11-15T12:00:00Z');

beforeAll(async () => {
  server = await createTestApp({ now: () => now });
  const { database } = server;
  await buildGames(database, games);
  await changeGame(database, 'gem-miner', (config) => ({
    ...config,
    StorePage: {
      ...config.StorePage,
      Title: { en: 'Gem Miner', ru: 'Добытчик самоцветов' },
      Screenshots: ['/art/shot-1.svg', '/art/shot-2.svg'],
    },
  }));
  await changeGame(database, 'sky-courier', (config) => ({
    ...config,
    PlayGameType: 'Unity',
    GameOrientation: 'Horizontal',
  }));
  await setStore(database, 'sky-courier', (flag) => flag === 'StripeEnabled' || flag === 'XsollaEnabled');
  await changeGame(database, 'paper-fleet', (config) => ({ ...config, Maintenance: { From: '2026-01-01T00:00:00Z' } }));
});
afterAll(() => server[Symbol.asyncDispose]());

test("lists the games in the portal's order, in the requested language", async () => {
  const { Games } = await server.client().games.list({ Locale: 'ru' });
  expect(Games.map((game) => game.GameSystemName)).toEqual(games);
  expect(Games[0]).toMatchObject({ Title: 'Добытчик самоцветов', PlayGameType: 'Iframe', InMaintenance: false });
  expect(Games[1]).toMatchObject({ PlayGameType: 'Unity' });
});

test('lists the games in English when no language is given, even without a body', async () => {
  const response = await server.app.inject({ method: 'POST', url: '/api/v1/games/list' });
  expect(response.statusCode).toBe(200);
  expect(response.json().Games[0].Title).toBe('Gem Miner');
});

test('rejects an unsupported language', async () => {
  await expect(server.client().games.list({ Locale: 'xx' as 'en' })).rejects.toMatchObject({
    status: 400,
    code: 'InvalidRequest',
  });
});

test('reports maintenance only during its window', async () => {
  const inMaintenance = async () =>
    (await server.client().games.list({})).Games.find((game) => game.GameSystemName === 'paper-fleet')?.InMaintenance;
  expect(await inMaintenance()).toBe(true);
  now = new Date('2025-12-31T23:59:59Z');
  expect(await inMaintenance()).toBe(false);
  now = new Date('2026-11-15T12:00:00Z');
});

test("returns art addresses on the game's own host, never on the portal", async () => {
  const { Games } = await server.client().games.listWithConfigs({ Locale: 'en' });
  expect(Games).toHaveLength(games.length);
  for (const { Game, PublicGameData } of Games) {
    const own = `http://${Game.GameSystemName}.localhost:8081/`;
    const addresses = [Game.WideArt, Game.SquareArt, ...PublicGameData.StorePage.Screenshots];
    expect(addresses.every((address) => address.startsWith(own))).toBe(true);
  }
});

test('returns the public configuration of one game', async () => {
  const config = await server.client().games.publicConfig({ Game: 'sky-courier' });
  expect(config).toMatchObject({ GameSystemName: 'sky-courier', PlayGameType: 'Unity', GameOrientation: 'Horizontal' });
  const enabled = Object.entries(config.Store).flatMap(([flag, isEnabled]) => (isEnabled ? [flag] : []));
  expect(enabled.toSorted()).toEqual(['StripeEnabled', 'XsollaEnabled']);
});

test("hides one platform's settings from another", async () => {
  const data = { FacebookGames: { AppId: '42' }, VkontakteCom: { AppId: '7' } };
  await changeGame(server.database, 'gem-miner', (config) => ({ ...config, PlatformData: data }));
  const client = server.client();
  expect((await client.games.publicConfig({ Game: 'gem-miner' })).PlatformData).toEqual(data);
  const narrowed = await client.games.publicConfig({ Game: 'gem-miner', WebPublishingPlatform: 'FacebookGames' });
  expect(narrowed.PlatformData).toEqual({ FacebookGames: { AppId: '42' } });
});

test('answers UnknownGame for a missing game, and for an unpublished one', async () => {
  const client = server.client();
  await expect(client.games.publicConfig({ Game: 'no-such-game' })).rejects.toMatchObject({
    status: 404,
    code: 'UnknownGame',
  });
  await server.database.kysely
    .updateTable('games')
    .set({ published: false })
    .where('game', '=', 'paper-fleet')
    .execute();
  await expect(client.games.publicConfig({ Game: 'paper-fleet' })).rejects.toMatchObject({ code: 'UnknownGame' });
  expect((await client.games.list({})).Games).toHaveLength(games.length - 1);
});
