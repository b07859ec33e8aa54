import { expect, test } from 'vitest';
import { createTestDatabase } from '#server/testing/create-test-database.ts';
import { rejectTransactionPooling, checkSessionPooling, type PoolerSession } from './reject-transaction-pooling.ts';

/** Sessions of a pooler with this many connections, which hands out the last returned one first. */
function pooler(connections: number, mode: 'session' | 'transaction'): () => PoolerSession {
  const free = Array.from({ length: connections }, (_, index) => 100 + index);
  return () => {
    let held: number | undefined;
    let isInTransaction = false;
    return {
      query: async (text) => {
        held ??= free.pop();
        if (held === undefined) throw new Error('Query read timeout');
        const pid = held;
        if (text === 'BEGIN') isInTransaction = true;
        if (text === 'ROLLBACK') isInTransaction = false;
        if (mode === 'transaction' && !isInTransaction) {
          free.push(held);
          held = undefined;
        }
        return { rows: [{ pid }] };
      },
    };
  };
}

test.each([1, 2, 20])('refuses a pooler that gives each transaction one of its %i connections', async (connections) => {
  const open = pooler(connections, 'transaction');
  await expect(checkSessionPooling(open(), open())).rejects.toThrow('set pool_mode = session');
});

test('accepts a pooler that gives each session its own connection', async () => {
  const open = pooler(2, 'session');
  await expect(checkSessionPooling(open(), open())).resolves.toBeUndefined();
});

test('accepts a database without a pooler', async () => {
  await using testing = await createTestDatabase({ empty: true });
  await expect(rejectTransactionPooling(testing.connection)).resolves.toBeUndefined();
});
