import { expect, test } from 'vitest';
import { keepReply, findKeptBytes } from './kept-reply.ts';

test('makes the bytes of a kept reply once, and none of another', () => {
  let made = 0;
  const serialize = (): string => `{"made":${(made += 1)}}`;
  const reply = keepReply({ any: 1 });
  expect(keepReply(reply)).toBe(reply);
  expect([findKeptBytes(reply, serialize), findKeptBytes(reply, serialize)].map(String)).toEqual([
    '{"made":1}',
    '{"made":1}',
  ]);
  for (const other of [{ any: 1 }, undefined, null, 'text']) expect(findKeptBytes(other, serialize)).toBeUndefined();
  expect(made).toBe(1);
});

test('tries again after a reply that could not be made', () => {
  const reply = keepReply({});
  const fail = (): string => {
    throw new Error('does not match');
  };
  expect(() => findKeptBytes(reply, fail)).toThrow('does not match');
  expect(() => findKeptBytes(reply, fail)).toThrow('does not match');
  expect(String(findKeptBytes(reply, () => '{}'))).toBe('{}');
});
