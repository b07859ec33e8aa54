import { hash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { listenForNodeSignals, type NodeSignals } from '#server/db/node-signals.ts';
import type { Tables } from '#server/db/tables.ts';
import { createLog } from '#server/http/log.ts';
import { buildAccount } from '#server/testing/build-accounts.ts';
import { ageRows } from '#server/testing/age-rows.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { eventually } from '#server/testing/eventually.ts';
import { createSessions, endSession, endSessionsOfAccount, type Session } from './sessions.ts';

const log = createLog({ level: 'silent' });
let ada: string;
let testing: TestDatabase;
let signals: NodeSignals;

beforeAll(async () => {
  testing = await createTestDatabase();
  ada = await buildAccount(testing.database, { name: 'Ada' });
  signals = await listenForNodeSignals(testing.connection, log);
});
afterAll(async () => {
  await signals.close();
  await testing.drop();
});

const idOf = ({ sessionId, accountId, handed }: Session) => ({ sessionId, accountId, handed });

test('keeps only the hash of a token', async () => {
  const { token, session } = await createSessions({ database: testing.database, signals, now: () => new Date() }).begin(
    ada,
  );
  const row = await testing.database.kysely
    .selectFrom('sessions')
    .selectAll()
    .where('session_id', '=', session.sessionId)
    .executeTakeFirstOrThrow();
  expect(row.token_hash.equals(hash('sha256', token, 'buffer'))).toBe(true);
  expect(JSON.stringify(row)).not.toContain(token);
});

test('answers from memory the second time', async () => {
  const sessions = createSessions({ database: testing.database, signals, now: () => new Date() });
  const { token, session } = await sessions.begin(ada);
  await sessions.find(`Bearer ${token}`);
  // Directly in the database: only a query could notice.
  await testing.database.kysely
    .updateTable('sessions')
    .set({ revoked_at: new Date() })
    .where('session_id', '=', session.sessionId)
    .execute();
  expect(await sessions.find(`Bearer ${token}`)).toMatchObject(idOf(session));
});

test('ends a session at once on the node that ended it, and on every other', async () => {
  const here = createSessions({ database: testing.database, signals, now: () => new Date() });
  const elsewhereSignals = await listenForNodeSignals(testing.connection, log);
  const elsewhereDatabase = openDatabase(testing.connection, { log });
  const elsewhere = createSessions({ database: elsewhereDatabase, signals: elsewhereSignals, now: () => new Date() });
  const { token, session } = await here.begin(ada);
  expect(await here.find(`Bearer ${token}`)).toMatchObject(idOf(session));
  expect(await elsewhere.find(`Bearer ${token}`)).toMatchObject(idOf(session));
  await here.end(session.sessionId);
  expect(await here.find(`Bearer ${token}`)).toBeUndefined();
  await eventually(async () => (await elsewhere.find(`Bearer ${token}`)) === undefined);
  await elsewhereSignals.close();
  await elsewhereDatabase.close();
});

test.each([
  ['one', (trx: Transaction<Tables>, { sessionId }: Session) => endSession(trx, sessionId)],
  ['all', (trx: Transaction<Tables>, { accountId }: Session) => endSessionsOfAccount(trx, accountId)],
])('a session ended in a transaction is over after the commit, before any signal: %s', async (_, end) => {
  // Signals that never arrive.
  const late: NodeSignals = {
    on: () => undefined,
    onLost: () => undefined,
    connected: () => true,
    catchUp: async () => undefined,
    close: async () => undefined,
  };
  const sessions = createSessions({ database: testing.database, signals: late, now: () => new Date() });
  const { token, session } = await sessions.begin(ada);
  expect(await sessions.find(`Bearer ${token}`)).toMatchObject(idOf(session));
  const refused = testing.database.transaction(async (trx) => {
    await end(trx, session);
    throw new Error('rolled back');
  });
  await expect(refused).rejects.toThrow('rolled back');
  expect(await sessions.find(`Bearer ${token}`)).toMatchObject(idOf(session));
  await testing.database.transaction<unknown>((trx) => end(trx, session));
  expect(await sessions.find(`Bearer ${token}`)).toBeUndefined();
});

test("caches nothing while signals don't arrive", async () => {
  const own = openDatabase(testing.connection, { log });
  const lost = await listenForNodeSignals(testing.connection, log);
  const sessions = createSessions({ database: own, signals: lost, now: () => new Date() });
  const { token, session } = await sessions.begin(ada);
  await sessions.find(`Bearer ${token}`);
  await lost.close();
  expect(lost.connected()).toBe(false);
  await own.kysely
    .updateTable('sessions')
    .set({ revoked_at: new Date() })
    .where('session_id', '=', session.sessionId)
    .execute();
  expect(await sessions.find(`Bearer ${token}`)).toBeUndefined();
  await own.close();
});

test('ends a session that was unused for thirty days', async () => {
  let nowMs = 0;
  const sessions = createSessions({ database: testing.database, signals, now: () => new Date(nowMs) });
  const { token } = await sessions.begin(ada);
  const { token: unused } = await sessions.begin(ada);
  await ageRows(testing.database, 'sessions', 29 * 86_400);
  expect(await sessions.find(`Bearer ${token}`)).toBeDefined();
  await ageRows(testing.database, 'sessions', 86_400);
  nowMs += 86_400_000;
  expect(await sessions.find(`Bearer ${unused}`)).toBeUndefined();
  expect(await sessions.find(`Bearer ${token}`)).toBeDefined();
});

test('ends every session after ninety days, however often it is used', async () => {
  // The node has nothing cached from the previous day.
  let nowMs = 0;
  const sessions = createSessions({ database: testing.database, signals, now: () => new Date(nowMs) });
  const { token } = await sessions.begin(ada);
  for (const days of [29, 29, 29]) {
    await ageRows(testing.database, 'sessions', days * 86_400);
    nowMs += days * 86_400_000;
    expect(await sessions.find(`Bearer ${token}`)).toBeDefined();
  }
  await ageRows(testing.database, 'sessions', 3 * 86_400);
  nowMs += 3 * 86_400_000;
  expect(await sessions.find(`Bearer ${token}`)).toBeUndefined();
});

test('caches a session for a minute, and a fresh one no longer than it is fresh', async () => {
  let nowMs = 0;
  const sessions = createSessions({ database: testing.database, signals, now: () => new Date(nowMs) });
  const { token } = await sessions.begin(ada);
  await ageRows(testing.database, 'sessions', 9.5 * 60);
  expect(await sessions.find(`Bearer ${token}`)).toMatchObject({ fresh: true });
  nowMs += 5000;
  expect(sessions.remembered(`Bearer ${token}`)).toMatchObject({ fresh: true });
  nowMs += 25_000;
  expect(sessions.remembered(`Bearer ${token}`)).toBeUndefined();
  await ageRows(testing.database, 'sessions', 30);
  expect(await sessions.find(`Bearer ${token}`)).toMatchObject({ fresh: false });
  nowMs += 59_000;
  expect(sessions.remembered(`Bearer ${token}`)).toMatchObject({ fresh: false });
  nowMs += 1000;
  expect(sessions.remembered(`Bearer ${token}`)).toBeUndefined();
});
