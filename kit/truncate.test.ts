import { expect, test } from 'vitest';
import { truncate } from './truncate.ts';

test('a text is cut to its limit, never inside a character', () => {
  expect(truncate('gems', 10)).toBe('gems');
  expect(truncate('gems', 2)).toBe('ge');
  expect(truncate('ab💎', 3)).toBe('ab');
  expect(truncate('ab💎', 4)).toBe('ab💎');
});
