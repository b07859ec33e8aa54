import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { requireShape, parseJson, parseJsonWithStringIntegers } from './parse-json.server.ts';

test('JSON is read from bytes and from text', () => {
  expect(parseJson(Buffer.from('{"a":"é"}'))).toEqual({ a: 'é' });
  expect(parseJson('[1]')).toEqual([1]);
});

test.each(['', '{', '<h1>Sorry</h1>', '\u0000'])('%j is not JSON', (text) => {
  expect(parseJson(text)).toBeUndefined();
});

test('bytes that are not text are not JSON', () => {
  expect(parseJson(Buffer.from([0x22, 0xff, 0x22]))).toBeUndefined();
});

test('large integers keep their exact value', () => {
  const id = '12345678901234567891';
  expect(parseJsonWithStringIntegers(`{"id":${id},"ids":["7",8],"rate":1.5,"isTest":true}`)).toEqual({
    id,
    ids: ['7', '8'],
    rate: 1.5,
    isTest: true,
  });
  expect(parseJsonWithStringIntegers('{')).toBeUndefined();
});

test('an unexpected format is an error that names the vendor, not the content', () => {
  const schema = Type.Object({ id: Type.String() });
  expect(requireShape(schema, { id: 'a', more: 1 }, 'Vendor', 'a payment')).toMatchObject({ id: 'a' });
  expect(() => requireShape(schema, { id: 7 }, 'Vendor', 'a payment')).toThrow("Vendor's data about a payment");
});
