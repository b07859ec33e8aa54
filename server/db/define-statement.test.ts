import { sql, type Kysely } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '#server/testing/create-test-database.ts';
import { compileStatement, defineStatement } from './define-statement.ts';
import type { Tables } from './tables.ts';

const tested = await createTestDatabase({ poolSize: 1 });
const { database } = tested;
afterAll(() => tested.drop());

await sql`create table boxes (box integer primary key, label text)`.execute(database.kysely);

test('is planned once per connection', async () => {
  const add = defineStatement<{ box: number; label: string }, { box: number }>(
    ({ box, label }) => `insert into boxes (box, label) values (${box}, ${label}) returning box`,
  );
  expect(await add(database.kysely, { box: 1, label: 'one' })).toEqual([{ box: 1 }]);
  await database.transaction((trx) => add(trx, { box: 2, label: 'two' }));
  await expect(
    database.transaction(async (trx) => {
      await add(trx, { box: 3, label: 'three' });
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

test('still works after a newer node adds a column', async () => {
  const read = defineStatement<{ box: number }, { box: number; label: string }>(
    ({ box }) => `select box, label from boxes where box = ${box}`,
  );
  for (let times = 0; times < 7; times += 1) await read(database.kysely, { box: 1 });
  await sql`alter table boxes add column weight integer`.execute(database.kysely);
  expect(await read(database.kysely, { box: 1 })).toEqual([{ box: 1, label: 'one' }]);
});

const move = defineStatement<{ box: number; label: string }, { box: number }>(
  ({ label, box }) =>
    `update boxes set label = ${label} where box = ${box} and label is distinct from ${label} returning box`,
);

test('binds its values by name, in any order and any number of times', async () => {
  await sql`insert into boxes (box, label) values (10, 'here')`.execute(database.kysely);
  const there = { box: 10, label: 'there' };
  expect(await move(database.kysely, there)).toEqual([{ box: 10 }]);
  expect(await move(database.kysely, there)).toEqual([]);
  expect(await database.prepare(move)({ label: 'back', box: 10 })).toEqual([{ box: 10 }]);
});

test('a query builder’s statement binds its values by name, and keeps its constants', async () => {
  const find = database.prepare(
    compileStatement(({ game, most }: { game: string; most: number }) =>
      database.kysely.selectFrom('games').select('game').where('position', '>', 0).where('game', '=', game).limit(most),
    ),
  );
  await database.kysely.insertInto('games').values({ game: 'chess', position: 1, config: '{}' }).execute();
  expect(await find({ most: 5, game: 'chess' })).toEqual([{ game: 'chess' }]);
  expect(await find({ most: 0, game: 'chess' })).toEqual([]);
});

// Never called: that it does not compile is the test.
export function doesNotCompile(db: Kysely<Tables>): unknown[] {
  return [
    // @ts-expect-error two values changed places
    move(db, { box: 'there', label: 10 }),
    // @ts-expect-error values have names, and no places
    move(db, 10, 'there'),
    // @ts-expect-error one is missing
    move(db, { box: 10 }),
    // @ts-expect-error one is none of its own
    move(db, { box: 10, label: 'there', weight: 1 }),
    // @ts-expect-error the text has no such value
    defineStatement<{ box: number }>(({ label }) => `select ${label}`),
    compileStatement(({ game }: { game: number }) =>
      // @ts-expect-error the column is a text
      db.selectFrom('games').select('game').where('game', '=', game),
    ),
  ];
}
