import { expect, test } from 'vitest';
import { codeDigits } from './code-digits.ts';

test.each([
  ['123456', '123456'],
  ['  123 456 ', '123456'],
  ['123-456', '123456'],
  ['Your code: 004210.', '004210'],
  ['1234567', '123456'],
  ['۱۲۳۴۵۶', '123456'],
  ['٠١٢٣٤٥', '012345'],
  ['１２３', '123'],
  ['abc', ''],
])('%s is read as %s', (typed, digits) => {
  expect(codeDigits(typed)).toBe(digits);
});
