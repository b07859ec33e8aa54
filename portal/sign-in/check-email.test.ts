import { expect, test } from 'vitest';
import { checkEmail } from './check-email.ts';

test.each([
  'p@example.com',
  ' p@example.com ',
  'first.last+tag@mail.example.co.uk',
  "o'neil@example.ie",
  'почта@пример.рф',
  'x@xn--e1afmkfd.xn--p1ai',
  `${'a'.repeat(64)}@example.com`,
])('%s is accepted', (email) => {
  expect(checkEmail(email)).toBeUndefined();
});

test.each([
  'p',
  'p@',
  '@example.com',
  'p@example',
  'p@@example.com',
  'p@exa mple.com',
  'p@example..com',
  'p@.example.com',
  'p@-example.com',
  'p@example.com,q@example.com',
  'P <p@example.com>',
  'p@example.com\r\nBcc: q@example.com',
  '\u202Ep@example.com',
  `${'a'.repeat(65)}@example.com`,
  `p@${'a'.repeat(64)}.com`,
])('%j is rejected', (email) => {
  expect(checkEmail(email)).toBe('invalid');
});

test.each(['', '   '])('%j is incomplete', (email) => {
  expect(checkEmail(email)).toBe('required');
});
