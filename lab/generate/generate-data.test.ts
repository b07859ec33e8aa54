import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { buildGames } from '#server/testing/build-accounts.ts';
import { buildStore } from '#server/testing/build-store.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { readGenerateArguments, runGenerateCommand } from './run-generate-command.ts';

const game = 'gem-miner';
const now = new Date('2026-11-18T12:00:00Z');

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database, [game]);
  await buildStore(server.database, game);
});
afterAll(() => server[Symbol.asyncDispose]());

const run = async (line: string): Promise<string[]> => {
  const lines: string[] = [];
  await runGenerateCommand(readGenerateArguments(line.split(' ')), {
    database: server.database,
    report: (text) => void lines.push(text),
    now: () => now,
  });
  return lines;
};

const count = async (table: string): Promise<number> => {
  const { rows } = await sql<{ rows: number }>`select count(*)::integer as rows from ${sql.table(table)}`.execute(
    server.database.kysely,
  );
  return rows[0]?.rows ?? 0;
};

const accountOf = async ({ kysely }: Database, email: string): Promise<string> =>
  (await kysely.selectFrom('accounts').select('account_id').where('email', '=', email).executeTakeFirstOrThrow())
    .account_id;

test('generates games, accounts, orders and events that the API can read, and reports progress', async () => {
  const lines = await run('--games 12 --accounts 200 --orders 50 --events 1000');
  expect(lines).toContain('accounts: 200 of 200');
  expect(await count('games')).toBe(13);
  expect(await count('analytics_events_by_day')).toBe(1000);
  expect(await count('analytics.other_days')).toBe(0);
  const friendly = await accountOf(server.database, 'player-100@generated.example');
  const { token } = await server.sessions.begin(friendly);
  const { Friends } = await server.client(token).friends.list({});
  expect(Friends).toHaveLength(10);
  const { Games } = await server.client().discovery.browse({ Locale: 'en', Search: 'dragon' });
  expect(Games.map(({ GameSystemName }) => GameSystemName)).toContain('generated-1');
  const orders = await server.database.kysely.selectFrom('orders').select('order_id').execute();
  expect(orders).toHaveLength(50);
});

test('adds nothing twice when it is repeated', async () => {
  const tables = ['games', 'products', 'accounts', 'connected_games', 'friends', 'sessions', 'orders', 'order_events'];
  await run('--games 12 --accounts 200 --orders 50');
  const before = await Promise.all(tables.map(count));
  await run('--games 12 --accounts 200 --orders 50');
  expect(await Promise.all(tables.map(count))).toEqual(before.map((each) => (each === 0 ? -1 : each)));
});

test('needs --yes if the database has other accounts', async () => {
  await sql`insert into accounts (account_id, name) values (gen_random_uuid(), 'Ada')`.execute(server.database.kysely);
  await expect(run('--games 1')).rejects.toThrow('The database has 1 accounts that were not generated.');
  await run('--games 1 --yes');
});

test.each(['--accounts many', '--accounts -1', '--games 0', '--players 3'])('rejects %s', (line) => {
  expect(() => readGenerateArguments(line.split(' '))).toThrow('Usage: npm run generate');
});
