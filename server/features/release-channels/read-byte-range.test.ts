import { expect, test } from 'vitest';
import { readByteRange } from './read-byte-range.ts';

const file = { bytes: 100, etag: '"abc"' };
const part = (start: number, end: number) => ({ outcome: 'part', start, end });

test.each<[string | undefined, object]>([
  [undefined, { outcome: 'whole' }],
  ['bytes=0-', part(0, 99)],
  ['bytes=40-', part(40, 99)],
  ['bytes=40-59', part(40, 59)],
  ['bytes=40-1000', part(40, 99)],
  ['bytes=-10', part(90, 99)],
  ['bytes=-1000', part(0, 99)],
  ['bytes=100-', { outcome: 'not-satisfiable' }],
  ['bytes=-0', { outcome: 'not-satisfiable' }],
  ['bytes=9-3', { outcome: 'whole' }],
  ['bytes=0-1,5-6', { outcome: 'whole' }],
  ['lines=0-1', { outcome: 'whole' }],
  ['bytes=-', { outcome: 'whole' }],
])('%s of a file of 100 bytes', (range, expected) => {
  expect(readByteRange({ range }, file)).toEqual(expected);
});

test('a part counts only if the client has the same content', () => {
  const range = 'bytes=40-';
  expect(readByteRange({ range, 'if-range': '"abc"' }, file)).toEqual(part(40, 99));
  for (const other of ['"abd"', 'W/"abc"', 'Wed, 21 Oct 2026 07:28:00 GMT'])
    expect(readByteRange({ range, 'if-range': other }, file)).toEqual({ outcome: 'whole' });
});
