import { expect, test } from 'vitest';
import { maskEmail } from './mask-email.ts';

test.each([
  ['paula@example.com', 'p***@example.com'],
  ['ab@example.com', 'a***@example.com'],
  ['a@example.com', '***@example.com'],
  ['"a@b"@example.com', '"***@example.com'],
  ['𝒳yz@example.com', '𝒳***@example.com'],
  ['no address', '***'],
])('masks %s', (address, masked) => {
  expect(maskEmail(address)).toBe(masked);
});
