import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { expectShape, readJson } from './read-json.server.ts';

test('JSON is read from bytes and from text', () => {
  expect(readJson(Buffer.from('{"a":"é"}'))).toEqual({ a: 'é' });
  expect(readJson('[1]')).toEqual([1]);
});

test.each(['', '{', '<h1>Sorry</h1>', '\u0000'])('%j is no JSON', (text) => {
  expect(readJson(text)).toBeUndefined();
});

test('bytes that are no text are no JSON', () => {
  expect(readJson(Buffer.from([0x22, 0xff, 0x22]))).toBeUndefined();
});

test('another shape is a fault that names the vendor and not the content', () => {
  const schema = Type.Object({ id: Type.String() });
  expect(expectShape(schema, { id: 'a', more: 1 }, 'Vendor', 'a payment')).toMatchObject({ id: 'a' });
  expect(() => expectShape(schema, { id: 7 }, 'Vendor', 'a payment')).toThrow('What Vendor says about a payment');
});
