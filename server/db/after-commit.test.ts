import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '#server/testing/create-test-database.ts';
import { scheduleAfterCommit } from './after-commit.ts';

const tested = await createTestDatabase();
const { database } = tested;
afterAll(() => tested.drop());

test('runs after the transaction is committed, and never after a rollback', async () => {
  const seen: string[] = [];
  const note = (text: string) => async (): Promise<void> => void seen.push(text);
  await database.transaction(async (trx) => {
    expect(scheduleAfterCommit(trx, note('after'))).toBe(true);
    seen.push('inside');
  });
  expect(seen).toEqual(['inside', 'after']);
  await expect(
    database.transaction(async (trx) => {
      scheduleAfterCommit(trx, note('never'));
      throw new Error('No.');
    }),
  ).rejects.toThrow('No.');
  expect(seen).toEqual(['inside', 'after']);
});

test('runs once if the transaction had to be retried', async () => {
  let tries = 0;
  let times = 0;
  await database.transaction(async (trx) => {
    scheduleAfterCommit(trx, async () => void (times += 1));
    tries += 1;
    if (tries === 1) throw Object.assign(new Error('It collides.'), { code: '40001' });
  });
  expect({ tries, times }).toEqual({ tries: 2, times: 1 });
});

test('returns false if the callback would never run', async () => {
  await database.kysely.transaction().execute(async (trx) => {
    expect(scheduleAfterCommit(trx, async () => undefined)).toBe(false);
  });
});
