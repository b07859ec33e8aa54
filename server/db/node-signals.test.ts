import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#server/http/log.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { eventually } from '#server/testing/eventually.ts';
import { listenForNodeSignals, sendSignalToNodes } from './node-signals.ts';

const log = createLog({ level: 'silent' });
let testing: TestDatabase;

beforeAll(async () => {
  testing = await createTestDatabase();
});
afterAll(() => testing.drop());

test('sends a signal when its transaction commits, and none after a rollback', async () => {
  const signals = await listenForNodeSignals(testing.connection, log);
  const heard: string[] = [];
  signals.on('thing', (payload) => heard.push(payload));
  await expect(
    testing.database.transaction(async (trx) => {
      await sendSignalToNodes(trx, 'thing', 'undone');
      throw new Error('undo');
    }),
  ).rejects.toThrow('undo');
  await testing.database.transaction((trx) => sendSignalToNodes(trx, 'thing', 'a:b'));
  await eventually(() => heard.length > 0);
  expect(heard).toEqual(['a:b']);
  await signals.close();
});

test('reports that signals may have been missed when its connection dies, and listens again', async () => {
  const signals = await listenForNodeSignals(testing.connection, log);
  let isLost = false;
  const heard: string[] = [];
  signals.onLost(() => {
    isLost = true;
  });
  signals.on('thing', (payload) => heard.push(payload));
  const listening = sql<{
    pid: number;
  }>`select pid from pg_stat_activity where datname = current_database() and (query ilike 'listen fxid' or query = 'select 1')`;
  const { rows } = await listening.execute(testing.database.kysely);
  for (const { pid } of rows) await sql`select pg_terminate_backend(${pid})`.execute(testing.database.kysely);
  await eventually(() => isLost);
  await eventually(() => signals.connected());
  await sendSignalToNodes(testing.database.kysely, 'thing', 'again');
  await eventually(() => heard.includes('again'));
  await signals.close();
});

test('many callers catch up at once: each has what was committed before, and the driver gets one query at a time', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): number => warnings.push(warning);
  process.on('warning', note);
  const signals = await listenForNodeSignals(testing.connection, log);
  const heard: string[] = [];
  signals.on('thing', (payload) => heard.push(payload));
  const catchUp = async (name: string): Promise<void> => {
    await sendSignalToNodes(testing.database.kysely, 'thing', name);
    await signals.catchUp();
    expect(heard).toContain(name);
  };
  await Promise.all(Array.from({ length: 30 }, (_, index) => catchUp(`signal ${index}`)));
  await Promise.all(Array.from({ length: 5 }, () => signals.catchUp()));
  await signals.close();
  // Warnings are emitted in the next turn.
  await new Promise(setImmediate);
  process.off('warning', note);
  expect(warnings).toEqual([]);
});
