// What Yandex Games has signed: `<base64 of the code>.<base64 of JSON>`. The code is over the decoded bytes, and nothing of them is
// read before it fits.
import { createHmac } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { sameSignature } from '#model/same-signature.server.ts';

const Signed = Type.Object({
  algorithm: Type.Literal('HMAC-SHA256'),
  /** Seconds since 1970. */
  issuedAt: Type.Number({ minimum: 0 }),
  data: Type.Unknown(),
});

export type Read =
  | { readonly outcome: 'read'; readonly signed: Static<typeof Signed> }
  | { readonly outcome: 'refused'; readonly reason: string };

export function readSigned(text: string, secretKey: string): Read {
  const parts = text.split('.');
  const [code = '', payload = ''] = parts;
  if (parts.length !== 2 || !isBase64.test(code) || !isBase64.test(payload))
    return { outcome: 'refused', reason: 'It is not of the form code.data.' };
  const bytes = Buffer.from(payload, 'base64');
  if (!sameSignature(code, createHmac('sha256', secretKey).update(bytes).digest('base64')))
    return {
      outcome: 'refused',
      reason: 'It is not signed with the key of this game. Is SecretKey the one of its console?',
    };
  const signed = parse(bytes.toString('utf8'));
  return Value.Check(Signed, signed)
    ? { outcome: 'read', signed }
    : { outcome: 'refused', reason: 'It is signed, but not in the form that is known.' };
}

const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No JSON is not of the form, and is refused as such.
    return undefined;
  }
}
