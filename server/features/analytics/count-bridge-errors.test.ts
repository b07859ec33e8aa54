import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMetrics } from '#server/http/metrics.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { createBridgeErrorCounter } from './count-bridge-errors.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ env: { REQUESTS_PER_MINUTE: '600' } });
  await buildGames(server.database, ['gem-miner']);
});
afterAll(() => server[Symbol.asyncDispose]());

const Game = 'gem-miner';
const report = (payload: object, token = '') =>
  server.app.inject({
    method: 'POST',
    url: '/api/v1/analytics/bridge_errors',
    // Each test has its own caller, so that the rate limit doesn't interfere.
    remoteAddress: address,
    payload,
    headers: token === '' ? {} : { authorization: `Bearer ${token}` },
  });
let address = '';
let tests = 0;
beforeEach(() => void (address = `192.0.2.${(tests += 1)}`));

const told = async (): Promise<string[]> =>
  (await server.app.inject('/metrics')).body.split('\n').filter((line) => line.startsWith('fxid_bridge_errors_total{'));

test('counts by game, method and code, accepts no other values, and stores no event', async () => {
  const { token } = await server.sessions.begin(await buildAccount(server.database));
  const Errors = [
    { Method: 'GetInfo', Code: 'Timeout', Count: 3 },
    { Method: 'a word of a stranger', Code: 'constructor', Count: 2 },
    { Method: 'toString', Code: 'Busy', Count: 1 },
  ];
  const response = await report({ Game, Errors }, token);
  expect([response.statusCode, response.body]).toEqual([204, '']);
  await report({ Game, Errors: Errors.slice(0, 1) });
  expect(await told()).toEqual([
    'fxid_bridge_errors_total{game="gem-miner",method="GetInfo",code="Timeout"} 6',
    'fxid_bridge_errors_total{game="gem-miner",method="other",code="other"} 2',
    'fxid_bridge_errors_total{game="gem-miner",method="other",code="Busy"} 1',
  ]);
  expect(await server.database.kysely.selectFrom('analytics_events').selectAll().execute()).toEqual([]);
});

const one = { Method: 'BuyProduct', Code: 'Unknown', Count: 1 };

test.each<[string, object, number]>([
  ['a game that is not there', { Game: 'no-such-game', Errors: [one] }, 404],
  ['no errors', { Game, Errors: [] }, 400],
  ['too many', { Game, Errors: Array.from({ length: 101 }, () => one) }, 400],
  ['a count that is too large', { Game, Errors: [{ ...one, Count: 101 }] }, 400],
  ['a count of nought', { Game, Errors: [{ ...one, Count: 0 }] }, 400],
  ['half a count', { Game, Errors: [{ ...one, Count: 1.5 }] }, 400],
])('rejects %s', async (_, body, status) => {
  expect((await report(body)).statusCode).toBe(status);
  expect((await told()).join()).not.toMatch(/BuyProduct|no-such-game/);
});

test('one report counts at most a hundred errors, and one caller sends twelve a minute', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 14; n += 1) {
    const Errors = Array.from({ length: 100 }, () => ({ Method: 'OpenModal', Code: 'Busy', Count: 100 }));
    statuses.push((await report({ Game, Errors })).statusCode);
  }
  expect(statuses).toEqual([...Array.from({ length: 12 }, () => 204), 429, 429]);
  expect(await told()).toContain('fxid_bridge_errors_total{game="gem-miner",method="OpenModal",code="Busy"} 1200');
});

test("made-up error codes don't fill a node's memory", async () => {
  const metrics = createMetrics();
  const count = createBridgeErrorCounter({ readGame: async (game) => ({ game }), metrics, maxSeries: 2 });
  for (const Method of ['GetInfo', 'BuyProduct', 'OpenModal', 'CopyText', 'GetInfo'])
    await count({ Game, Errors: [{ Method, Code: 'Busy', Count: 1 }] });
  const lines = (await metrics.text()).match(/^fxid_bridge_errors_total\{.*$/gm);
  expect(lines).toEqual([
    'fxid_bridge_errors_total{game="gem-miner",method="GetInfo",code="Busy"} 2',
    'fxid_bridge_errors_total{game="gem-miner",method="BuyProduct",code="Busy"} 1',
    'fxid_bridge_errors_total{game="gem-miner",method="other",code="Busy"} 2',
  ]);
});
