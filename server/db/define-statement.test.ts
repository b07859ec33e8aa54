import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '#server/testing/create-test-database.ts';
import { defineStatement } from './define-statement.ts';

const tested = await createTestDatabase({ poolSize: 1 });
const { database } = tested;
afterAll(() => tested.drop());

await sql`create table boxes (box integer primary key, label text)`.execute(database.kysely);

test('is planned once by a connection, whatever runs it', async () => {
  const add = defineStatement<[box: number, label: string], { box: number }>(
    'insert into boxes (box, label) values ($1, $2) returning box',
  );
  expect(await add(database.kysely, 1, 'one')).toEqual([{ box: 1 }]);
  await database.transaction((trx) => add(trx, 2, 'two'));
  await expect(
    database.transaction(async (trx) => {
      await add(trx, 3, 'three');
      throw new Error('No.');
    }),
  ).rejects.toThrow('No.');
  const { rows } = await sql<{ times: number }>`
    select (generic_plans + custom_plans)::integer as times from pg_prepared_statements
    where statement like 'insert into boxes%'`.execute(database.kysely);
  expect(rows).toEqual([{ times: 3 }]);
  const { rows: kept } = await sql`select box from boxes order by box`.execute(database.kysely);
  expect(kept).toEqual([{ box: 1 }, { box: 2 }]);
});

test('goes on when a newer node adds a column', async () => {
  const read = defineStatement<[box: number], { box: number; label: string }>(
    'select box, label from boxes where box = $1',
  );
  for (let times = 0; times < 7; times += 1) await read(database.kysely, 1);
  await sql`alter table boxes add column weight integer`.execute(database.kysely);
  expect(await read(database.kysely, 1)).toEqual([{ box: 1, label: 'one' }]);
});
