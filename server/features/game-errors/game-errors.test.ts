import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOperatorKeys } from '#server/features/operator-keys/operator-keys.ts';
import { buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { maxGroupsPerDay, removeOldGameErrors, storeGameErrors } from './store-game-errors.ts';

let server: TestApp;
let key = '';
beforeAll(async () => {
  server = await createTestApp({ env: { REQUESTS_PER_MINUTE: '600' } });
  await buildGames(server.database, ['gem-miner', 'sky-courier']);
  key = await createOperatorKeys(server.database).create('ann', ['errors.read']);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => server.database.kysely.deleteFrom('game_errors').execute());

const Game = 'gem-miner';
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
let callers = 0;
function report(payload: object, { agent = chrome, url = 'game_errors' } = {}) {
  callers += 1;
  const remoteAddress = `192.0.2.${callers % 250}`;
  const headers = { 'user-agent': agent };
  return server.app.inject({ method: 'POST', url: `/api/v1/analytics/${url}`, remoteAddress, payload, headers });
}
const list = async (query: { Days?: number; Build?: number; Browser?: string } = {}) =>
  (await server.client(key).operatorErrors.list({ Game, ...query })).Groups;
const thrown = { Kind: 'Error', Message: 'x is undefined', Place: 'game.js:10', Count: 2 };

test('errors are grouped by what happened, and counted by browser and build', async () => {
  await server.database.kysely
    .insertInto('builds')
    .values({
      build_id: crypto.randomUUID(),
      game: Game,
      ota_version: '1',
      build_number: 7,
      build_type: 'Iframe',
      sha: 'a',
      url: '/',
      metadata: '{}',
    })
    .execute();
  await report({ Game, PageErrors: [thrown] });
  await report({ Game, PageErrors: [{ ...thrown, Count: 1 }] }, { agent: firefox });
  await report({ Game, PageErrors: [{ Kind: 'Missing', Message: '', Place: 'https://g.example/a.png', Count: 1 }] });
  expect(await list()).toMatchObject([
    {
      Kind: 'Error',
      Message: 'x is undefined',
      Place: 'game.js:10',
      Count: 3,
      Browsers: [
        { Name: 'Chrome 128', Count: 2 },
        { Name: 'Firefox 130', Count: 1 },
      ],
      Builds: [{ Name: '7', Count: 3 }],
    },
    { Kind: 'Missing', Count: 1 },
  ]);
  expect(await list({ Browser: 'Firefox 130' })).toHaveLength(1);
  expect(await list({ Build: 6 })).toEqual([]);
});

test('failed calls of the bridge are in the list, by known names only', async () => {
  const Errors = [
    { Method: 'BuyProduct', Code: 'Timeout', Count: 3 },
    { Method: 'ann@mail.example', Code: 'constructor', Count: 1 },
  ];
  expect((await report({ Game, Errors }, { url: 'bridge_errors' })).statusCode).toBe(204);
  expect(await list()).toMatchObject([
    { Kind: 'Bridge', Message: 'BuyProduct: Timeout', Count: 3 },
    { Kind: 'Bridge', Message: 'other: other', Count: 1 },
  ]);
});

test('nothing that could name a player is stored, and ids do not make groups of their own', async () => {
  for (const id of ['0f8fad5b-d9cb-469f-a165-70867728950e', '7c9e6679-7425-40de-944b-e07fc1f90ae7'])
    await report({
      Game,
      PageErrors: [
        {
          Kind: 'Error',
          Message: `No save of ${id} ann@mail.example 12345678`,
          Place: 'https://g.example/a?t=1',
          Count: 1,
        },
      ],
    });
  expect(await list()).toMatchObject([
    { Message: 'No save of [id] [email] [number]', Place: 'https://g.example/a', Count: 2 },
  ]);
});

test('made-up errors do not fill the database', async () => {
  const errors = Array.from({ length: maxGroupsPerDay + 20 }, (_, n) => ({
    kind: 'Error' as const,
    message: `error ${String.fromCharCode(97 + (n % 26))}${Math.floor(n / 26)}`,
    place: '',
    count: 1,
  }));
  await storeGameErrors(server.database, Game, errors, { browser: 'Chrome 1' });
  const { length } = await server.database.kysely.selectFrom('game_errors').select('game').execute();
  expect(length).toBe(maxGroupsPerDay);
  for (let n = 0; n < 30; n += 1)
    await storeGameErrors(server.database, Game, errors.slice(0, 1), { browser: `Browser ${n}` });
  const [most] = await list();
  expect([most?.Count, most?.Browsers.length]).toEqual([31, 20]);
});

test('old errors are removed', async () => {
  await report({ Game, PageErrors: [thrown] });
  await server.database.kysely.updateTable('game_errors').set({ day: '2020-01-01' }).execute();
  expect(await list()).toEqual([]);
  await removeOldGameErrors(server.database);
  expect(await server.database.kysely.selectFrom('game_errors').selectAll().execute()).toEqual([]);
});

test.each<[string, object, number]>([
  ['a game that is not there', { Game: 'no-such-game', PageErrors: [thrown] }, 404],
  ['no errors', { Game, PageErrors: [] }, 400],
  ['too many', { Game, PageErrors: Array.from({ length: 21 }, () => thrown) }, 400],
  ['an unknown kind', { Game, PageErrors: [{ ...thrown, Kind: 'Bridge' }] }, 400],
])('rejects %s', async (_, body, status) => {
  expect((await report(body)).statusCode).toBe(status);
});
