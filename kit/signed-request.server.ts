// Facebook's signed request, which Kongregate and Facebook Instant Games use as well: `<base64url of the code>.<base64url of JSON>`.
// The code is over the second part as it came, still encoded, and nothing of it is read before it fits.
import { createHmac } from 'node:crypto';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { sameSignature } from '#model/same-signature.server.ts';
import { readJson } from './read-json.server.ts';
import { refuse, type Refusal } from './refuse.ts';

const Payload = Type.Object({ algorithm: Type.Literal('HMAC-SHA256') });

export function readSignedRequest(
  text: string,
  secret: string,
): { readonly outcome: 'read'; readonly payload: object } | Refusal {
  const [, code = '', content = ''] = /^([\w-]{43})\.([\w-]+)$/.exec(text) ?? [];
  if (code === '') return refuse('It is no signed request.');
  if (!sameSignature(Buffer.from(code, 'base64url'), createHmac('sha256', secret).update(content).digest()))
    return refuse('The request is not signed with the secret of this app.');
  const payload = readJson(Buffer.from(content, 'base64url'));
  // Which algorithm it is, is not for the request to choose.
  if (!Value.Check(Payload, payload)) return refuse('The request is signed, but not in the form that is known.');
  return { outcome: 'read', payload };
}
