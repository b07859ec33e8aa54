import { expect, test } from 'vitest';
import { toMinor } from './to-minor.ts';

test.each([
  [1.99, 2, 199],
  ['1.9', 2, 190],
  ['1,05', 2, 105],
  [0.29, 2, 29],
  [500, 0, 500],
  ['1.234', 3, 1234],
  ['', 2, undefined],
  ['1.999', 2, undefined],
  ['-1', 2, undefined],
  ['1e3', 2, undefined],
  ['99999999999999', 2, undefined],
])('%j with %d decimals is %j', (amount, decimals, minor) => {
  expect(toMinor(amount, decimals)).toBe(minor);
});
