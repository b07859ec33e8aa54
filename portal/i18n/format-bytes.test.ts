import { expect, test } from 'vitest';
import { formatBytes } from './format-bytes.ts';

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [1_540_000, '1.5 MB'],
  [123_456_789, '123 MB'],
  [4_700_000_000, '4.7 GB'],
  [12_000_000_000_000, '12,000 GB'],
])('%d bytes', (bytes, text) => {
  expect(formatBytes(bytes, 'en')).toBe(text);
});
