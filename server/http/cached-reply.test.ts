import { expect, test } from 'vitest';
import { markReplyForCaching, findOrCacheReplyBytes } from './cached-reply.ts';

test('serializes a cached reply once, and no other', () => {
  let made = 0;
  const serialize = (): string => `{"made":${(made += 1)}}`;
  const reply = markReplyForCaching({ any: 1 });
  expect(markReplyForCaching(reply)).toBe(reply);
  expect([findOrCacheReplyBytes(reply, serialize), findOrCacheReplyBytes(reply, serialize)].map(String)).toEqual([
    '{"made":1}',
    '{"made":1}',
  ]);
  for (const other of [{ any: 1 }, undefined, null, 'text'])
    expect(findOrCacheReplyBytes(other, serialize)).toBeUndefined();
  expect(made).toBe(1);
});

test("retries after a reply that couldn't be serialized", () => {
  const reply = markReplyForCaching({});
  const fail = (): string => {
    throw new Error('does not match');
  };
  expect(() => findOrCacheReplyBytes(reply, fail)).toThrow('does not match');
  expect(() => findOrCacheReplyBytes(reply, fail)).toThrow('does not match');
  expect(String(findOrCacheReplyBytes(reply, () => '{}'))).toBe('{}');
});
