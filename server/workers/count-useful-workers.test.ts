import { expect, test } from 'vitest';
import { countUsefulWorkers } from './count-useful-workers.ts';

const gigabyte = 1024 ** 3;

test('one worker per core, as far as the memory reaches', () => {
  expect(countUsefulWorkers({ cores: 8, memoryBytes: 16 * gigabyte })).toBe(8);
  expect(countUsefulWorkers({ cores: 8, memoryBytes: gigabyte })).toBe(2);
  expect(countUsefulWorkers({ cores: 2, memoryBytes: 0.3 * gigabyte })).toBe(1);
  expect(countUsefulWorkers({ cores: 512, memoryBytes: 1024 * gigabyte })).toBe(128);
});
