// Which calls read from the replica, and who reads from the primary.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReplicaReads } from './db/replica-reads.ts';
import { buildAccount, buildGames, changeGame } from './testing/build-accounts.ts';
import { createTestApp, type TestApp } from './testing/create-test-app.ts';

const wins = { Id: 'wins', Name: { en: 'Wins' }, Ascending: false, MaxPerMinute: 60 };

let server: TestApp;
let reads = 0;

beforeAll(async () => {
  const replicaReads: ReplicaReads = {
    read: (work) => {
      reads += 1;
      return work(server.database.kysely);
    },
    ageMs: () => 0,
    close: async () => undefined,
  };
  server = await createTestApp({ replicaReads });
  await buildGames(server.database, ['chess']);
  await changeGame(server.database, 'chess', (config) => ({
    ...config,
    Leaderboards: [wins],
  }));
});
afterAll(() => server[Symbol.asyncDispose]());

async function countReads(call: () => Promise<unknown>): Promise<number> {
  reads = 0;
  await call();
  return reads;
}

test('lists without rows of the caller come from the replica', async () => {
  const { info, games } = server.client();
  expect(await countReads(() => info.news({ Locale: 'en' }))).toBe(1);
  expect(await countReads(() => games.listWithConfigs({}))).toBe(1);
});

test('visitors read leaderboards from the replica, and players, who expect their own score, from the primary', async () => {
  const query = { Game: 'chess', Leaderboard: 'wins' };
  expect(await countReads(() => server.client().leaderboards.entries(query))).toBeGreaterThan(0);
  const { token } = await server.sessions.begin(await buildAccount(server.database, { name: 'Ada' }));
  expect(await countReads(() => server.client(token).leaderboards.entries(query))).toBe(0);
});
