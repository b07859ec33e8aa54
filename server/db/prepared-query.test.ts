import { Client, type Connection } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { PreparedQuery } from './prepared-query.ts';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await createTestDatabase();
});
afterAll(() => testing.drop());

async function connect() {
  const client = new Client(testing.connection);
  await client.connect();
  const seen = { described: 0, connections: new Set<Connection>() };
  const run = (name: string, text: string, values: unknown[] = []) =>
    new Promise<object[]>((resolve, reject) => {
      const query = new PreparedQuery(name, text, values, (error, result) =>
        error || !result ? reject(error) : resolve(result.rows as object[]),
      );
      const { submit } = query;
      query.submit = (connection) => {
        if (!seen.connections.has(connection)) connection.on('rowDescription', () => (seen.described += 1));
        seen.connections.add(connection);
        return submit(connection);
      };
      client.query(query);
    });
  return { client, seen, run, [Symbol.asyncDispose]: () => client.end() };
}

const text = 'select $1::int as one, $2::text as other, now() as at from generate_series(1, $1::int)';

test('describes a statement once and reads all its rows', async () => {
  await using own = await connect();
  for (const count of [2, 0, 1, 3]) {
    const rows = await own.run('counted', text, [count, 'x']);
    expect(rows).toEqual(
      Array.from({ length: count }, () => ({ one: count, other: 'x', at: expect.any(Date) as Date })),
    );
  }
  expect(own.seen.described).toBe(1);
  expect(await own.run('other', 'select 1 as this, null as that')).toEqual([{ this: 1, that: null }]);
  expect(own.seen.described).toBe(2);
});

test('values of all types arrive', async () => {
  await using own = await connect();
  const at = new Date('2026-11-17T12:00:00.123Z');
  const values = [
    1.5,
    true,
    null,
    at,
    Buffer.from('b'),
    ['a"\\', null, 'ü,{}'],
    { json: [1] },
    [at],
    [Buffer.from('c')],
  ];
  const types = ['float8', 'bool', 'text', 'timestamptz', 'bytea', 'text[]', 'jsonb', 'timestamptz[]', 'bytea[]'];
  const select = `select ${types.map((type, place) => `$${place + 1}::${type} as v${place}`).join(', ')}`;
  for (let times = 0; times < 2; times += 1)
    expect(Object.values((await own.run('all', select, values))[0] ?? {})).toEqual(values);
});

test('a statement that failed at first is prepared again', async () => {
  await using own = await connect();
  const divide = (by: number) => own.run('first', 'select 6 / $1::int as n', [by]);
  await expect(divide(0)).rejects.toThrow('division by zero');
  await expect(divide(0)).rejects.toThrow('division by zero');
  expect(await divide(3)).toEqual([{ n: 2 }]);
  await expect(own.run('typo', 'selec 1')).rejects.toThrow('syntax error');
  await expect(own.run('typo', 'selec 1')).rejects.toThrow('syntax error');
});

test('every connection prepares it separately', async () => {
  await using one = await connect();
  await using other = await connect();
  for (const { run } of [one, other, one, other]) expect(await run('same', text, [1, 'y'])).toHaveLength(1);
  expect([one.seen.described, other.seen.described]).toEqual([1, 1]);
});

test('reports an error, and the next statement still works', async () => {
  await using own = await connect();
  const divide = (by: number) => own.run('divided', 'select 6 / $1::int as n', [by]);
  expect(await divide(2)).toEqual([{ n: 3 }]);
  await expect(divide(0)).rejects.toThrow('division by zero');
  await expect(own.run('divided', 'select 6 / $1::int as n', [Symbol('no value')])).rejects.toThrow();
  expect(await divide(3)).toEqual([{ n: 2 }]);
});

test("rows that don't match the prepared description are rejected, never misread", async () => {
  await using own = await connect();
  await own.client.query('create temporary table changing (n int); insert into changing values (7)');
  const read = () => own.run('changing', 'select n from changing');
  expect(await read()).toEqual([{ n: 7 }]);
  await own.client.query("alter table changing alter n type text using 'seven'");
  await expect(read()).rejects.toThrow('cached plan must not change result type');
});

test('a statement without rows can be repeated', async () => {
  await using own = await connect();
  await own.client.query('create temporary table filled (n int)');
  for (const n of [1, 2, 3]) expect(await own.run('fill', 'insert into filled values ($1::int)', [n])).toEqual([]);
  expect(await own.run('count', 'select count(*)::int as n from filled')).toEqual([{ n: 3 }]);
});
