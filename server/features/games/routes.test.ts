import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoGames } from '#lab/demo/demo-games.ts';
import { loadDemoContent } from '#lab/demo/load-demo-content.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';

let server: TestApp;
let now = new Date('2026-11-15T12:00:00Z');

beforeAll(async () => {
  server = await createTestApp({ now: () => now });
  await loadDemoContent(server.database);
});
afterAll(() => server[Symbol.asyncDispose]());

test('lists the games in the order of the portal, in the language that was asked for', async () => {
  const { Games } = await server.client().games.list({ Locale: 'ru' });
  expect(Games.map((game) => game.GameSystemName)).toEqual(demoGames.map(({ game }) => game));
  expect(Games.slice(0, 2).map((game) => game.GameSystemName)).toEqual(['gem-miner', 'sky-courier']);
  expect(Games[0]).toMatchObject({ Title: 'Добытчик самоцветов', PlayGameType: 'Iframe', InMaintenance: false });
  expect(Games[1]).toMatchObject({ PlayGameType: 'Unity' });
});

test('lists the games in English when no language is given, even without a body', async () => {
  const response = await server.app.inject({ method: 'POST', url: '/api/v1/games/list' });
  expect(response.statusCode).toBe(200);
  expect(response.json().Games[0].Title).toBe('Gem Miner');
});

test('refuses a language that is not offered', async () => {
  await expect(server.client().games.list({ Locale: 'xx' as 'en' })).rejects.toMatchObject({
    status: 400,
    code: 'InvalidRequest',
  });
});

test('says that a game is in maintenance while its window is open, and not before', async () => {
  const inMaintenance = async () =>
    (await server.client().games.list({})).Games.find((game) => game.GameSystemName === 'paper-fleet')?.InMaintenance;
  expect(await inMaintenance()).toBe(true);
  now = new Date('2025-12-31T23:59:59Z');
  expect(await inMaintenance()).toBe(false);
  now = new Date('2026-11-15T12:00:00Z');
});

test('gives art as an address on the host of the game itself, never on the portal', async () => {
  const { Games } = await server.client().games.listWithConfigs({ Locale: 'en' });
  expect(Games).toHaveLength(demoGames.length);
  for (const { Game, PublicGameData } of Games) {
    const own = `http://${Game.GameSystemName}.localhost:8081/`;
    const addresses = [Game.WideArt, Game.SquareArt, ...PublicGameData.StorePage.Screenshots];
    expect(addresses.every((address) => address.startsWith(own))).toBe(true);
  }
});

test('gives the public configuration of one game', async () => {
  const config = await server.client().games.publicConfig({ Game: 'sky-courier' });
  expect(config).toMatchObject({ GameSystemName: 'sky-courier', PlayGameType: 'Unity', GameOrientation: 'Horizontal' });
  const enabled = Object.entries(config.Store).flatMap(([flag, isEnabled]) => (isEnabled ? [flag] : []));
  expect(enabled.toSorted()).toEqual([
    'AghanimEnabled',
    'Bank131Enabled',
    'FacebookPayEnabled',
    'MoneyMailRuEnabled',
    'StripeEnabled',
    'XsollaEnabled',
  ]);
});

test('keeps what one platform needs from another', async () => {
  const data = { FacebookGames: { AppId: '42' }, VkontakteCom: { AppId: '7' } };
  const { config } = await server.database.kysely
    .selectFrom('games')
    .select('config')
    .where('game', '=', 'gem-miner')
    .executeTakeFirstOrThrow();
  await server.database.kysely
    .updateTable('games')
    .set({ config: JSON.stringify({ ...config, PlatformData: data }) })
    .where('game', '=', 'gem-miner')
    .execute();
  const client = server.client();
  expect((await client.games.publicConfig({ Game: 'gem-miner' })).PlatformData).toEqual(data);
  const narrowed = await client.games.publicConfig({ Game: 'gem-miner', WebPublishingPlatform: 'FacebookGames' });
  expect(narrowed.PlatformData).toEqual({ FacebookGames: { AppId: '42' } });
});

test('answers UnknownGame for a game that is not there, and for one that is not published', async () => {
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
  expect((await client.games.list({})).Games).toHaveLength(demoGames.length - 1);
});
