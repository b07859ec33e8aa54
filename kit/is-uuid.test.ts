import { expect, test } from 'vitest';
import { isUuid } from './is-uuid.ts';

test('recognises our ids', () => {
  expect(isUuid('0b5ae8f2-7a0f-4c86-9d3c-5f0f4f8a2a11')).toBe(true);
  for (const other of ['0B5AE8F2-7A0F-4C86-9D3C-5F0F4F8A2A11', 'order-1', '', 7, null, undefined])
    expect(isUuid(other)).toBe(false);
});
