import { sql } from 'kysely';
import { Type } from 'typebox';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { defineJob } from '#server/jobs/define-job.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { createTestDatabase } from '#server/testing/create-test-database.ts';
import { eventually } from '#server/testing/eventually.ts';
import { defineStatement } from './define-statement.ts';
import { StatementBatch, write } from './statement-batch.ts';

// One connection, so that each batch finds what the last one left on it.
const tested = await createTestDatabase({ poolSize: 1 });
const other = await createTestDatabase();
afterAll(() => Promise.all([tested.drop(), other.drop()]));
for (const { database } of [tested, other])
  await sql`create table parents (id integer primary key, name text);
    create table children (id integer primary key, parent integer not null references parents)`.execute(
    database.kysely,
  );

const insertParent = defineStatement<{ id: number; name: string }>(
  ({ id, name }) => `insert into parents (id, name) values (${id}, ${name}) on conflict do nothing`,
);
const insertChild = defineStatement<{ id: number; parent: number }>(
  ({ id, parent }) => `insert into children (id, parent) values (${id}, ${parent})`,
);
const readParents = defineStatement<object, { id: number; backend: number }>(
  () => 'select id, pg_backend_pid() as backend from parents order by id',
);
const countParents = async ({ database } = tested) => (await readParents(database.kysely, {})).length;

test('statements take effect together and each returns its rows', async () => {
  const batch = new StatementBatch();
  batch.add(insertParent, { id: 1, name: 'one' });
  batch.add(insertParent, { id: 2, name: 'two' });
  batch.add(insertChild, { id: 1, parent: 2 });
  batch.add(readParents, {});
  batch.add(readParents, {});
  const [first, second, third, found, again] = await tested.database.runBatch(batch);
  expect([first, second, third]).toEqual([[], [], []]);
  expect(found).toMatchObject([{ id: 1 }, { id: 2 }]);
  expect(again).toEqual(found);
});

test('if one fails, none takes effect, and the connection stays usable', async () => {
  const [before] = await readParents(tested.database.kysely, {});
  const unused = defineStatement<object, { fresh: number }>(() => 'select 7 as fresh');
  const batch = new StatementBatch();
  batch.add(insertParent, { id: 3, name: 'three' });
  batch.add(insertChild, { id: 3, parent: 99 });
  batch.add(unused, {});
  await expect(tested.database.runBatch(batch)).rejects.toMatchObject({ code: '23503' });
  const next = new StatementBatch();
  next.add(unused, {});
  next.add(readParents, {});
  expect(await tested.database.runBatch(next)).toEqual([
    [{ fresh: 7 }],
    [
      { id: 1, backend: before?.backend },
      { id: 2, backend: before?.backend },
    ],
  ]);
});

test('a value that cannot be sent fails before anything is sent', async () => {
  const batch = new StatementBatch();
  batch.add(insertParent, { id: 4, name: 'four' });
  batch.addText('select $1::text', [() => undefined]);
  await expect(tested.database.runBatch(batch)).rejects.toThrow('function');
  expect(await countParents()).toBe(2);
});

test('a statement sees what was committed while the one before it waited for a lock', async () => {
  const { database } = other;
  const lock = defineStatement<{ id: number }>(({ id }) => `select from parents where id = ${id} for update`);
  await insertParent(database.kysely, { id: 1, name: 'one' });
  let waiting: Promise<object[][]> | undefined;
  await database.transaction(async (trx) => {
    await lock(trx, { id: 1 });
    const batch = new StatementBatch();
    batch.addText(`select set_config('lock_timeout', '20s', true)`, []);
    batch.add(lock, { id: 1 });
    batch.add(readParents, {});
    waiting = database.runBatch(batch);
    await eventually(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        database.kysely,
      );
      return rows.length > 0;
    });
    await insertParent(trx, { id: 2, name: 'two' });
  });
  expect((await waiting)?.at(-1)).toMatchObject([{ id: 1 }, { id: 2 }]);
});

test('a batch reports what it wrote, after it has committed', async () => {
  const written: string[] = [];
  tested.database.onWrite((table) => void written.push(table));
  const batch = new StatementBatch();
  await write(batch, insertParent, { id: 5, name: 'five' });
  expect(written).toEqual([]);
  await tested.database.runBatch(batch);
  expect(written).toEqual(['parents']);
});

test('a job is written with the batch, and not without it', async () => {
  const { database, connection } = other;
  const definition = defineJob({
    name: 'batched',
    schema: Type.Object({ n: Type.Integer() }),
    run: async () => undefined,
  });
  const jobs = await startJobs(connection, { definitions: [definition], log: pino({ level: 'silent' }) });
  try {
    const failing = new StatementBatch();
    await jobs.send(failing, definition, { n: 1 });
    failing.add(insertChild, { id: 9, parent: 99 });
    await expect(database.runBatch(failing)).rejects.toMatchObject({ code: '23503' });
    const batch = new StatementBatch();
    await jobs.send(batch, definition, { n: 2 }, { key: 'once' });
    await jobs.send(batch, definition, { n: 3 }, { key: 'once' });
    await database.runBatch(batch);
    const { rows } = await sql`select data from pgboss.job where name = 'batched'`.execute(database.kysely);
    expect(rows).toEqual([{ data: { n: 2 } }]);
  } finally {
    await jobs.stop({ timeoutMs: 1000 });
  }
});
