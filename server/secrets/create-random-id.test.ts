import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { uuid } from '#model/schema.ts';
import { createRandomId } from './create-random-id.ts';

test('every bit of it is random, and it has the shape of a uuid', () => {
  expect(createRandomId((size) => Buffer.alloc(size, 0xff))).toBe('ffffffff-ffff-ffff-ffff-ffffffffffff');
  expect(createRandomId((size) => Buffer.alloc(size))).toBe('00000000-0000-0000-0000-000000000000');
  expect(Value.Check(uuid, createRandomId())).toBe(true);
  expect(createRandomId()).not.toBe(createRandomId());
});
