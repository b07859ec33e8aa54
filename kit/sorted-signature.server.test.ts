import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  encodeFormValue,
  verifySignedParams,
  parseParams,
  signSortedParams,
  sortParams,
  joinSortedParams,
} from './sorted-signature.server.ts';

test('texts are sorted by the bytes of their names', () => {
  expect(sortParams({ b: '1', a_b: '2', aB: '3', ä: '4' }).map(([name]) => name)).toEqual(['aB', 'a_b', 'b', 'ä']);
});

test('all parameters except the signature are signed, with the secret at the end', () => {
  const expected = createHash('md5').update('app_id=1item=güms user_id=7key').digest('hex');
  expect(signSortedParams({ user_id: '7', sig: 'x', app_id: '1', item: 'güms ' }, 'key', 'sig')).toBe(expected);
  expect(signSortedParams({ user_id: '7', app_id: '1', item: 'güms ', sign: 'y' }, 'key', 'sig')).not.toBe(expected);
});

test('a repeated name invalidates all parameters', () => {
  expect(parseParams('a=1&b=%20x')).toEqual({ a: '1', b: ' x' });
  for (const wrong of ['a=1&a=2', 'a=1&a=1', 'a=%00']) expect(parseParams(wrong)).toBeUndefined();
});

test('only parameters signed with the secret are parsed', () => {
  const sig = signSortedParams({ a: '1', b: 'x y' }, 'key', 'sig');
  const signed = `a=1&b=x+y&sig=${sig}`;
  expect(verifySignedParams(signed, 'key', 'sig')).toEqual({ outcome: 'read', texts: { a: '1', b: 'x y', sig } });
  expect(verifySignedParams(Buffer.from(signed), 'key', 'sig')).toMatchObject({ outcome: 'read' });
  const wrong = [signed.replace('a=1', 'a=2'), `${signed}&a=1`, signed.replace(/&sig.*/, ''), '', Buffer.from([0xff])];
  for (const content of wrong) expect(verifySignedParams(content, 'key', 'sig')).toMatchObject({ outcome: 'refused' });
  expect(verifySignedParams(signed, 'other', 'sig')).toMatchObject({ outcome: 'refused' });
});

test('parameters are joined in the order of their names, with the chosen encoding', () => {
  const texts = { b: 'two words', a: 'x,y+z' };
  expect(joinSortedParams(texts, '\n')).toBe('a=x,y+z\nb=two words');
  expect(joinSortedParams(texts, '&', encodeURIComponent)).toBe('a=x%2Cy%2Bz&b=two%20words');
  expect(joinSortedParams(texts, '&', encodeFormValue)).toBe('a=x%2Cy%2Bz&b=two+words');
});

test('a signed value with a changed byte is never accepted', () => {
  const texts = { item: 'order 7', price: '24', status: 'chargeable' };
  const body = new URLSearchParams({ ...texts, sig: signSortedParams(texts, 'secret', 'sig') }).toString();
  fc.assert(
    fc.property(fc.nat({ max: body.length - 1 }), fc.integer({ min: 32, max: 126 }), (at, code) => {
      const changed = body.slice(0, at) + String.fromCodePoint(code) + body.slice(at + 1);
      const isSame = new URLSearchParams(changed).toString() === body;
      return verifySignedParams(changed, 'secret', 'sig').outcome === (isSame ? 'read' : 'refused');
    }),
  );
});
