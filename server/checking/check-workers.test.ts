import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { checkWorkers } from './check-workers.ts';

let tested: TestDatabase;
beforeAll(async () => {
  tested = await createTestDatabase();
});
afterAll(() => tested.drop());

const machine = { cores: 4, memoryBytes: 0 };

test('compares the connections of all workers with those that PostgreSQL allows', async () => {
  const check = (connections: number) => checkWorkers(tested.database, { workers: 1, connections }, machine);
  expect(await check(17)).toMatchObject([
    { verdict: 'ok', text: expect.stringMatching(/^1 worker on 4 cores, with up to 17 database connections/) },
  ]);
  expect(await check(1000)).toMatchObject([{ verdict: 'problem', remedy: expect.stringContaining('max_connections') }]);
});
