import { expect, it } from 'vitest';
import { readInBatches } from './read-in-batches.browser.ts';

it('reads a batch at a time, and keeps the order', async () => {
  const asked: (readonly number[])[] = [];
  const read = async (some: readonly number[]) => {
    asked.push(some);
    return some.map((id) => `n${id}`);
  };
  expect(await readInBatches([1, 2, 3, 4, 5], 2, read)).toEqual(['n1', 'n2', 'n3', 'n4', 'n5']);
  expect(asked).toEqual([[1, 2], [3, 4], [5]]);
  expect(await readInBatches([], 2, read)).toEqual([]);
});
