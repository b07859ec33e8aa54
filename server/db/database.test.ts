import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { eventually } from '#server/testing/eventually.ts';
import { withSingleConnection } from './with-single-connection.ts';
import { isDatabaseUnavailable, openDatabase } from './database.ts';

let tested: TestDatabase;
beforeAll(async () => {
  tested = await createTestDatabase({ empty: true, timeoutFactor: 1 });
  await run('CREATE TABLE counters (name text PRIMARY KEY, value bigint NOT NULL)');
});
afterAll(() => tested.drop());

const run = async (text: string): Promise<Record<string, unknown>[]> =>
  (await sql.raw<Record<string, unknown>>(text).execute(tested.database.kysely)).rows;

const failing = (code: string): { tries: () => number; outcome: Promise<unknown> } => {
  let tries = 0;
  const outcome = tested.database.transaction(async (trx) => {
    tries++;
    await sql.raw(`DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$`).execute(trx);
  });
  return { tries: () => tries, outcome };
};

const faultOf = async (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => undefined,
    (error: unknown) => error,
  );

test('survives when the database closes idle connections', async () => {
  expect(await tested.database.ready()).toBe(true);
  await withSingleConnection(tested.connection, (client) =>
    client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'fxid' AND datname = current_database()`,
    ),
  );
  await eventually(() => tested.database.ready());
});

test('survives when the database closes a connection during a transaction', async () => {
  const broken = tested.database.transaction(async (trx) => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(trx);
    await withSingleConnection(tested.connection, (client) =>
      client.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]),
    );
    // Time for the end of the connection to arrive while no statement waits for it.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await sql`SELECT 1`.execute(trx);
  });
  const fault = await broken.catch((error: unknown) => error);
  expect(isDatabaseUnavailable(fault)).toBe(true);
  await eventually(() => tested.database.ready());
});

test('returns integers as numbers, numeric and days as text, instants as dates', async () => {
  const [row] = await run(
    `SELECT 9007199254740991::int8 AS a, 1.10::numeric AS b, '2026-02-03'::date AS c, '2026-02-03T04:05:06Z'::timestamptz AS d`,
  );
  expect(row).toEqual({ a: Number.MAX_SAFE_INTEGER, b: '1.10', c: '2026-02-03', d: new Date('2026-02-03T04:05:06Z') });
});

test("rejects an integer that a number can't represent", async () => {
  await expect(run('SELECT 9007199254740993::int8 AS a')).rejects.toThrow('9007199254740993');
});

test('limits every wait', async () => {
  const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'application_name'];
  const [row] = await run(`SELECT ${names.map((name) => `current_setting('${name}') AS ${name}`).join()}`);
  expect(row).toEqual({
    statement_timeout: '5s',
    lock_timeout: '1s',
    idle_in_transaction_session_timeout: '10s',
    application_name: 'fxid',
  });
});

test('retries a transaction after a conflict', async () => {
  await run(`INSERT INTO counters VALUES ('hits', 0)`);
  let runs = 0;
  const bothHaveRead = Promise.withResolvers<void>();
  const increment = (): Promise<void> =>
    tested.database.transaction(
      async (trx) => {
        const { rows } = await sql<{ value: number }>`SELECT value FROM counters WHERE name = 'hits'`.execute(trx);
        runs++;
        if (runs === 2) bothHaveRead.resolve();
        await bothHaveRead.promise;
        await sql`UPDATE counters SET value = ${(rows[0]?.value ?? 0) + 1} WHERE name = 'hits'`.execute(trx);
      },
      { isolation: 'serializable' },
    );
  await Promise.all([increment(), increment()]);
  expect(await run(`SELECT value FROM counters WHERE name = 'hits'`)).toEqual([{ value: 2 }]);
  expect(runs).toBeGreaterThan(2);
});

test('gives up after five attempts, and at once after any other error', async () => {
  const deadlock = failing('40P01');
  await expect(deadlock.outcome).rejects.toMatchObject({ code: '40P01' });
  expect(deadlock.tries()).toBe(5);
  const other = failing('23505');
  await expect(other.outcome).rejects.toMatchObject({ code: '23505' });
  expect(other.tries()).toBe(1);
});

test('distinguishes an unreachable database from a wrong query', async () => {
  const log = pino({ level: 'silent' });
  const noPort = openDatabase({ connectionString: 'postgresql://a:b@127.0.0.1:1/c' }, { log });
  const noSocket = openDatabase(
    { host: '/tmp/no-such-folder', port: 5432, user: 'a', password: 'b', database: 'c' },
    { log },
  );
  for (const database of [noPort, noSocket]) {
    expect(await database.ready()).toBe(false);
    expect(isDatabaseUnavailable(await faultOf(() => sql`SELECT 1`.execute(database.kysely)))).toBe(true);
    await database.close();
  }
  const ended = await faultOf(() => run('SELECT pg_terminate_backend(pg_backend_pid())'));
  expect(isDatabaseUnavailable(ended)).toBe(true);
  await eventually(() => tested.database.ready());
  expect(isDatabaseUnavailable(await faultOf(() => run('SELECT nonsense')))).toBe(false);
  expect(
    isDatabaseUnavailable(Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT', syscall: 'open' })),
  ).toBe(false);
});

test('counts a pool without a free connection as unreachable', async () => {
  const small = openDatabase(
    { ...tested.connection, connectionTimeoutMillis: 500 },
    { log: pino({ level: 'silent' }), poolSize: 1 },
  );
  const fault = await small
    .transaction(async () => sql`SELECT 1`.execute(small.kysely))
    .catch((error: unknown) => error);
  expect(isDatabaseUnavailable(fault)).toBe(true);
  await small.close();
});
