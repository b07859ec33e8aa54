import { expect, test } from 'vitest';
import { cacheReply, findCachedBytes } from './cached-reply.ts';

test('makes the bytes of a kept reply once, and none of another', () => {
  let made = 0;
  const serialize = (): string => `{"made":${(made += 1)}}`;
  const reply = cacheReply({ any: 1 });
  expect(cacheReply(reply)).toBe(reply);
  expect([findCachedBytes(reply, serialize), findCachedBytes(reply, serialize)].map(String)).toEqual([
    '{"made":1}',
    '{"made":1}',
  ]);
  for (const other of [{ any: 1 }, undefined, null, 'text']) expect(findCachedBytes(other, serialize)).toBeUndefined();
  expect(made).toBe(1);
});

test('tries again after a reply that could not be made', () => {
  const reply = cacheReply({});
  const fail = (): string => {
    throw new Error('does not match');
  };
  expect(() => findCachedBytes(reply, fail)).toThrow('does not match');
  expect(() => findCachedBytes(reply, fail)).toThrow('does not match');
  expect(String(findCachedBytes(reply, () => '{}'))).toBe('{}');
});
