import { expect, test } from 'vitest';
import { minDatabasePoolSize, divideConnections } from './share-connections.ts';

test('distributes exactly the given number, with at least one for each', () => {
  for (let total = minDatabasePoolSize; total <= 200; total += 1) {
    const { requests, jobs } = divideConnections(total);
    // Two more connections listen, and one writes analytics events.
    expect(requests + jobs + 3).toBe(total);
    expect(Math.min(requests - 1, jobs)).toBeGreaterThanOrEqual(1);
  }
  expect(divideConnections(17)).toEqual({ requests: 10, jobs: 4 });
});
