import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { buildStore, setStore } from '#server/testing/build-store.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';

let server: TestApp;
let token: string;
let nowMs = Date.parse('2026-11-15T12:00:00Z');

beforeAll(async () => {
  server = await createTestApp({ now: () => new Date(nowMs), env: { COUNTRY_HEADER: 'cf-ipcountry' } });
  for (const game of await buildGames(server.database, ['gem-miner', 'bridge-explorer']))
    await buildStore(server.database, game);
  const games = [
    { game: 'gem-miner', uid: 'miner' },
    { game: 'bridge-explorer', uid: 'explorer' },
  ];
  token = (await server.sessions.begin(await buildAccount(server.database, { games }))).token;
});
afterAll(() => server[Symbol.asyncDispose]());

async function openStores(country?: string): Promise<string[]> {
  nowMs += 10_000;
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/v1/profile/overview',
    payload: {},
    headers: { authorization: `Bearer ${token}`, ...(country !== undefined && { 'cf-ipcountry': country }) },
  });
  const { Account } = answer.json<Awaited<ReturnType<ReturnType<TestApp['client']>['profile']['overview']>>>();
  return Account.ConnectedGames.filter(({ StoreEnabled }) => StoreEnabled).map(({ Game }) => Game);
}

test('a connected game has a store while it sells something', async () => {
  const { kysely } = server.database;
  const show = (isShown: boolean) =>
    kysely
      .updateTable('products')
      .set({ show_in_web_store: isShown })
      .where('game', '=', 'bridge-explorer')
      .executeTakeFirst();
  expect(await openStores()).toEqual(['gem-miner', 'bridge-explorer']);
  await show(false);
  expect(await openStores()).toEqual(['gem-miner']);
  const { profile } = server.client(token);
  const shown = async (Game: string) => (await profile.gameConnection({ Game })).ConnectedGame;
  expect(await shown('gem-miner')).toMatchObject({ GameUid: 'miner', StoreEnabled: true });
  expect(await shown('bridge-explorer')).toMatchObject({ GameUid: 'explorer', StoreEnabled: false });
  expect((await profile.settings({ Name: 'Noor' })).ConnectedGames.map(({ StoreEnabled }) => StoreEnabled)).toEqual([
    true,
    false,
  ]);
  await show(true);
});

test('a game that sells only in another country has no store here', async () => {
  const { kysely } = server.database;
  const prices = await kysely
    .deleteFrom('product_prices')
    .where('game', '=', 'bridge-explorer')
    .returning('sku')
    .execute();
  await kysely
    .insertInto('product_country_prices')
    .values({
      game: 'bridge-explorer',
      sku: prices[0]?.sku ?? '',
      currency: 'USD',
      country: 'TUR',
      price_minor: 99,
    })
    .execute();
  expect(await openStores('TR')).toContain('bridge-explorer');
  expect(await openStores('DE')).toEqual(['gem-miner']);
  expect(await openStores()).toEqual(['gem-miner']);
});

test('a game without a payment provider, or unpublished, has no store', async () => {
  const { kysely } = server.database;
  await setStore(server.database, 'gem-miner', false);
  await kysely.updateTable('games').set({ published: false }).where('game', '=', 'bridge-explorer').execute();
  expect(await openStores('TR')).toEqual([]);
});
