import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountIdOf, loadDemoContent } from '#lab/demo/load-demo-content.ts';
import { openDatabase } from '#server/db/database.ts';
import { listenForSignals, type Signals } from '#server/db/signals.ts';
import { createLog } from '#server/http/log.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { eventually } from '#server/testing/eventually.ts';
import { createSessions, type Session } from './sessions.ts';

const log = createLog({ level: 'silent' });
const ada = accountIdOf('Ada');
let testing: TestDatabase;
let signals: Signals;

beforeAll(async () => {
  testing = await createTestDatabase();
  await loadDemoContent(testing.database);
  signals = await listenForSignals(testing.connection, log);
});
afterAll(async () => {
  await signals.close();
  await testing.drop();
});

/** Until when a proof is fresh is measured anew each time. */
const idOf = ({ sessionId, accountId, handed }: Session) => ({ sessionId, accountId, handed });

test('keeps only the hash of a token', async () => {
  const { token, session } = await createSessions(testing.database, signals).begin(ada);
  const row = await testing.database.kysely
    .selectFrom('sessions')
    .selectAll()
    .where('session_id', '=', session.sessionId)
    .executeTakeFirstOrThrow();
  expect(row.token_hash.equals(hash('sha256', token, 'buffer'))).toBe(true);
  expect(JSON.stringify(row)).not.toContain(token);
});

test('answers from memory the second time', async () => {
  const sessions = createSessions(testing.database, signals);
  const { token, session } = await sessions.begin(ada);
  await sessions.find(`Bearer ${token}`);
  // Behind its back: only a query could see this.
  await testing.database.kysely
    .updateTable('sessions')
    .set({ revoked_at: new Date() })
    .where('session_id', '=', session.sessionId)
    .execute();
  expect(await sessions.find(`Bearer ${token}`)).toMatchObject(idOf(session));
});

test('ends a session at once on the node that ended it, and on every other', async () => {
  const here = createSessions(testing.database, signals);
  const elsewhereSignals = await listenForSignals(testing.connection, log);
  const elsewhere = createSessions(testing.database, elsewhereSignals);
  const { token, session } = await here.begin(ada);
  expect(await here.find(`Bearer ${token}`)).toMatchObject(idOf(session));
  expect(await elsewhere.find(`Bearer ${token}`)).toMatchObject(idOf(session));
  await here.end(session.sessionId);
  expect(await here.find(`Bearer ${token}`)).toBeUndefined();
  await eventually(async () => (await elsewhere.find(`Bearer ${token}`)) === undefined);
  await elsewhereSignals.close();
});

test('remembers nothing while signals do not arrive', async () => {
  const own = openDatabase(testing.connection, { log });
  const lost = await listenForSignals(testing.connection, log);
  const sessions = createSessions(own, lost);
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

test('refuses a session whose time is over', async () => {
  const sessions = createSessions(testing.database, signals);
  const { token, session } = await sessions.begin(ada);
  await testing.database.kysely
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('session_id', '=', session.sessionId)
    .execute();
  expect(await sessions.find(`Bearer ${token}`)).toBeUndefined();
});
