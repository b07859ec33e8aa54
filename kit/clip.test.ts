import { expect, test } from 'vitest';
import { clip } from './clip.ts';

test('a text keeps what fits, and never half a character', () => {
  expect(clip('gems', 10)).toBe('gems');
  expect(clip('gems', 2)).toBe('ge');
  expect(clip('ab💎', 3)).toBe('ab');
  expect(clip('ab💎', 4)).toBe('ab💎');
});
