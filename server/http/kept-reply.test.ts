import { expect, test } from 'vitest';
import { isKept, keepReply, readKeptBytes } from './kept-reply.ts';

test('makes the bytes of a kept reply once, and none of another', () => {
  let made = 0;
  const serialize = (): string => `{"made":${(made += 1)}}`;
  const reply = keepReply({ any: 1 });
  expect(keepReply(reply)).toBe(reply);
  expect(isKept(reply)).toBe(true);
  expect([readKeptBytes(reply, serialize), readKeptBytes(reply, serialize)].map(String)).toEqual([
    '{"made":1}',
    '{"made":1}',
  ]);
  for (const other of [{ any: 1 }, undefined, null, 'text']) expect(isKept(other)).toBe(false);
  expect(made).toBe(1);
});

test('tries again after a reply that could not be made', () => {
  const reply = keepReply({});
  const fail = (): string => {
    throw new Error('does not match');
  };
  expect(() => readKeptBytes(reply, fail)).toThrow('does not match');
  expect(() => readKeptBytes(reply, fail)).toThrow('does not match');
  expect(String(readKeptBytes(reply, () => '{}'))).toBe('{}');
});
