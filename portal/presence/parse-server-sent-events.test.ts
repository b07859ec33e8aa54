import { expect, test } from 'vitest';
import { createServerSentEventParser } from './parse-server-sent-events.ts';

test('parses events however they are split, and skips keep-alive comments', () => {
  const read = createServerSentEventParser();
  expect(read(':\n\nevent: here\nda')).toEqual([]);
  expect(read('ta: {"a":": "}\n')).toEqual([]);
  expect(read('\nevent: x\ndata: 1\n\nevent: y\ndata: 2\n\n')).toEqual([
    { event: 'here', data: '{"a":": "}' },
    { event: 'x', data: '1' },
    { event: 'y', data: '2' },
  ]);
});
