import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { nullish, nullable } from './nullable.ts';

test('nullable fields may be null, and nullish ones may also be missing', () => {
  const Thing = Type.Object({ written: nullable(Type.String()), other: nullish(Type.Integer()) });
  for (const thing of [{ written: null }, { written: 'a', other: null }, { written: 'a', other: 1 }])
    expect(Value.Check(Thing, thing)).toBe(true);
  for (const thing of [{}, { written: 1 }, { written: null, other: 'a' }])
    expect(Value.Check(Thing, thing)).toBe(false);
});
