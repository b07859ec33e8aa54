import { expect, test } from 'vitest';
import {
  computeDefaultPoolSize,
  computeMaxWorkers,
  computeMinPoolSize,
  divideConnections,
  minDatabasePoolSize,
} from './share-connections.ts';

test('distributes exactly the given number, with at least one for each', () => {
  for (let total = minDatabasePoolSize; total <= 200; total += 1) {
    const { requests, jobs } = divideConnections(total);
    // Two more connections listen, and one writes analytics events.
    expect(requests + jobs + 3).toBe(total);
    expect(Math.min(requests - 1, jobs)).toBeGreaterThanOrEqual(1);
  }
  expect(divideConnections(17)).toEqual({ requests: 10, jobs: 4 });
});

test('workers together never exceed the given number, and each has at least two for requests', () => {
  const wrong: unknown[] = [];
  for (let workers = 1; workers <= 64; workers += 1)
    for (let total = computeMinPoolSize(workers); total <= 500; total += 1) {
      const { requests, jobs } = divideConnections(total, workers);
      const isRight = (requests + 3) * workers + jobs <= total && requests >= 2 && jobs >= 1;
      if (!isRight) wrong.push({ total, workers, requests, jobs });
    }
  expect(wrong).toEqual([]);
});

test('the default grows with the number of workers and stays below the limit of an unchanged PostgreSQL', () => {
  expect([1, 2, 4, 8, 16].map(computeDefaultPoolSize)).toEqual([17, 20, 36, 68, 90]);
  expect(divideConnections(computeDefaultPoolSize(2), 2)).toEqual({ requests: 5, jobs: 4 });
  for (const workers of [1, 2, 17, 18, 128]) {
    expect(computeMaxWorkers(computeMinPoolSize(workers))).toBe(workers);
    expect(computeMaxWorkers(computeMinPoolSize(workers) - 1)).toBe(workers - 1);
    expect(computeDefaultPoolSize(workers)).toBeGreaterThanOrEqual(computeMinPoolSize(workers));
  }
});
