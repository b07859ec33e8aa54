// Facebook's signed request, which Kongregate and Facebook Instant Games use as well: `<base64url of the code>.<base64url of JSON>`.
// Yandex Games writes it as plain base64, and its code is over the bytes instead of the text. Nothing is read before the code fits.
import { createHmac } from 'node:crypto';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { sameSignature } from '#model/same-signature.server.ts';
import { readJson } from './read-json.server.ts';
import { refuse, type Refusal } from './refuse.ts';

const Payload = Type.Object({ algorithm: Type.String({ pattern: '^[Hh][Mm][Aa][Cc]-[Ss][Hh][Aa]256$' }) });

/** By what the code is over: the second part as it came, still encoded, or what it says. */
const forms = {
  text: { pattern: /^([\w-]{43})\.([\w-]+)$/, encoding: 'base64url' },
  bytes: { pattern: /^([A-Za-z\d+/]{43}=)\.([A-Za-z\d+/]+={0,2})$/, encoding: 'base64' },
} as const;

export interface ReadRequest {
  readonly outcome: 'read';
  readonly payload: object;
  /** As it was signed, for numbers that are too large to be read as such. */
  readonly bytes: Buffer;
}

/** @param secrets of one app while its secret is replaced: any of them may have signed it */
export function readSignedRequestByAny(text: string, secrets: readonly string[]): ReadRequest | Refusal {
  const readings = secrets.map((secret) => readSignedRequest(text, secret));
  const reading = readings.find(({ outcome }) => outcome === 'read') ?? readings[0];
  return reading ?? refuse('There is no secret to check it with.');
}

export function readSignedRequest(
  text: string,
  secret: string,
  codeOver: keyof typeof forms = 'text',
): ReadRequest | Refusal {
  const { pattern, encoding } = forms[codeOver];
  const [, code = '', content = ''] = pattern.exec(text) ?? [];
  if (code === '') return refuse('It is no signed request.');
  const bytes = Buffer.from(content, encoding);
  const expected = createHmac('sha256', secret).update(codeOver === 'text' ? content : bytes);
  if (!sameSignature(code, expected.digest(encoding)))
    return refuse('It is not signed with the secret of this app. Is it the one of its console?');
  const payload = readJson(bytes);
  // Which algorithm it is, is not for the request to choose.
  if (!Value.Check(Payload, payload)) return refuse('The request is signed, but not in the form that is known.');
  return { outcome: 'read', payload, bytes };
}
