import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { analyticsEventIds } from '#model/analytics-events.ts';
import { backUpDatabase } from '#server/db/backup.ts';
import type { Database } from '#server/db/database.ts';
import { restoreDatabase } from '#server/db/restore.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { maintainDayTables } from './analytics-jobs.ts';
import { hasDay } from './event-days.ts';
import { recordServerEvent } from './record-server-event.ts';

let tested: TestDatabase;
let database: Database;
beforeAll(async () => {
  tested = await createTestDatabase();
  database = tested.database;
  await buildGames(database, ['gem-miner']);
});
afterAll(() => tested[Symbol.asyncDispose]());

const log = pino({ level: 'silent' });
const keep = (day: string, analyticsDays = 30, on = database) =>
  maintainDayTables({
    config: { analyticsDays, analyticsStore: undefined },
    database: on,
    log,
    now: () => new Date(`${day}T12:00:00Z`),
  });
const record = (time: string, accountId: string | null = null) =>
  recordServerEvent(database.kysely, {
    accountId,
    eventId: analyticsEventIds.OrderStateChanged,
    fields: { S1: 'gem-miner', I1: 100 },
    at: new Date(time),
  });
const readTables = async (on = database): Promise<Record<string, number>> => {
  const { rows } = await sql<{ name: string; count: number }>`
    select tableoid::regclass::text as name, count(*)::int as count from analytics_events_by_day group by 1 order by 1`.execute(
    on.kysely,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
};

test("the server's own events are moved to the tables of their days, even if a day had none", async () => {
  await keep('2026-03-10');
  const accountId = await buildAccount(database);
  for (const time of ['2026-03-10T00:00:00Z', '2026-03-10T23:59:59.999Z', '2026-03-11T00:00:00Z']) await record(time);
  await record('2026-03-07T08:00:00Z', accountId);
  await keep('2026-03-10');
  expect(await readTables()).toEqual({
    'analytics.d20260307': 1,
    'analytics.d20260310': 2,
    'analytics.d20260311': 1,
  });
  expect(await database.kysely.selectFrom('analytics_events').selectAll().execute()).toEqual([]);
  const [first] = await database.kysely
    .selectFrom('analytics_events_by_day')
    .selectAll()
    .orderBy('created_at')
    .execute();
  expect(first).toMatchObject({
    account_id: accountId,
    game: 'gem-miner',
    event_id: 1301,
    event_platform: 24,
    event_build: 190,
    fields: { S1: 'gem-miner', I1: 100 },
  });
});

test('the tables of the next two days are created before midnight', async () => {
  await keep('2026-04-30');
  for (const day of ['2026-04-30', '2026-05-01', '2026-05-02']) expect(await hasDay(database, day), day).toBe(true);
  expect(await hasDay(database, '2026-05-03')).toBe(false);
});

test('days are dropped once they are older than the setting', async () => {
  await keep('2026-06-01');
  await record('2026-06-01T10:00:00Z');
  await record('2026-06-08T10:00:00Z');
  await keep('2026-06-08', 7);
  expect(await readTables()).toEqual({ 'analytics.d20260601': 1, 'analytics.d20260608': 1 });
  await keep('2026-06-09', 7);
  expect(await readTables()).toEqual({ 'analytics.d20260608': 1 });
  expect(await hasDay(database, '2026-06-01')).toBe(false);
});

test('a backup has the events, and after a restore they get the tables of their days', async () => {
  await record('2026-06-09T11:00:00Z');
  await keep('2026-06-09', 7);
  const before = await readTables();
  const file = join(createTemporaryFolder(), 'backup.sql.zst');
  await backUpDatabase(tested.connection, { file, report: () => undefined });
  await using target = await createTestDatabase();
  const secureRestored = async (): Promise<void> => undefined;
  await restoreDatabase(target.connection, { file, journalFolders: [], secureRestored, log, report: () => undefined });
  expect(await readTables(target.database)).toEqual({ 'analytics.other_days': 2 });
  await keep('2026-06-09', 7, target.database);
  expect(await readTables(target.database)).toEqual(before);
});
