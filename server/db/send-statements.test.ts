import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '#server/testing/create-test-database.ts';
import { isDatabaseUnavailable, openDatabase } from './database.ts';
import { defineStatement } from './define-statement.ts';
import { maxBatchedStatements } from './send-statements.ts';

const tested = await createTestDatabase({ timeoutFactor: 20 });
const { database } = tested;
afterAll(() => tested.drop());

const divide = defineStatement<{ by: number }, { result: number; connection: number }>(
  ({ by }) => `select 12 / ${by}::integer as result, pg_backend_pid() as connection`,
);
const readOne = database.prepareRead(divide);
const countConnections = (rows: readonly { connection: number }[]): number =>
  new Set(rows.map(({ connection }) => connection)).size;

test('reads of one event-loop turn share a connection, and each gets its own result', async () => {
  const rows = (await Promise.all([1, 2, 3].map((by) => readOne({ by })))).flat();
  expect(rows.map(({ result }) => result)).toEqual([12, 6, 4]);
  expect(countConnections(rows)).toBe(1);
});

test('the number of pipelined statements is limited', async () => {
  const all = Array.from({ length: 2 * maxBatchedStatements + 1 }, () => readOne({ by: 1 }));
  expect(countConnections((await Promise.all(all)).flat())).toBe(3);
});

test('a statement that writes gets its own connection', async () => {
  const runOne = database.prepare(divide);
  const rows = (await Promise.all([1, 2, 3].map((by) => runOne({ by })))).flat();
  expect(rows.map(({ result }) => result)).toEqual([12, 6, 4]);
  expect(countConnections(rows)).toBe(3);
});

test('an error affects only its own statement', async () => {
  const all = await Promise.allSettled([1, 0, 3, 0].map((by) => readOne({ by })));
  expect(all).toMatchObject([
    { value: [{ result: 12 }] },
    { reason: { message: 'division by zero' } },
    { value: [{ result: 4 }] },
    { reason: { message: 'division by zero' } },
  ]);
  expect(await readOne({ by: 2 })).toMatchObject([{ result: 6 }]);
});

test('a lost connection rejects all its statements, and the next statement uses another', async () => {
  const hold = database.prepareRead(
    defineStatement<{ seconds: number }, object>(({ seconds }) => `select pg_sleep(${seconds}::float8)`),
  );
  const all = [hold({ seconds: 60 }), readOne({ by: 1 }), readOne({ by: 0 })];
  const outcomes = Promise.all(all.map((each) => each.then(() => 'answered', isDatabaseUnavailable)));
  const endHolding = async (): Promise<boolean> => {
    const { rows } = await sql<object>`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'select pg_sleep%' and state = 'active'`.execute(
      database.kysely,
    );
    return rows.length === 1;
  };
  await expect.poll(endHolding).toBe(true);
  expect(await outcomes).toEqual([true, true, true]);
  expect(await readOne({ by: 2 })).toMatchObject([{ result: 6 }]);
});

test('an unreachable database rejects all statements', async () => {
  const nowhere = openDatabase(
    { ...tested.connection, host: '127.0.0.1', port: 1 },
    { log: pino({ level: 'silent' }) },
  );
  const read = nowhere.prepareRead(divide);
  const all = await Promise.all([1, 2].map((by) => read({ by }).then(() => 'answered', isDatabaseUnavailable)));
  expect(all).toEqual([true, true]);
  await nowhere.close();
});
