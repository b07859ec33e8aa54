// Facebook's signed request, `<base64url HMAC>.<base64url JSON>`, also used by Kongregate and Facebook Instant Games.
// Yandex Games uses plain base64 and signs the decoded bytes. The payload is parsed only after the HMAC matches.
import { createHmac } from 'node:crypto';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { isSameSignature } from '#model/is-same-signature.server.ts';
import { parseJson } from './parse-json.server.ts';
import { buildRefusal, type Refusal } from './build-refusal.ts';

const Payload = Type.Object({ algorithm: Type.String({ pattern: '^[Hh][Mm][Aa][Cc]-[Ss][Hh][Aa]256$' }) });

/** Whether the HMAC covers the encoded text of the second part or its decoded bytes. */
const forms = {
  text: { pattern: /^([\w-]{43})\.([\w-]+)$/, encoding: 'base64url' },
  bytes: { pattern: /^([A-Za-z\d+/]{43}=)\.([A-Za-z\d+/]+={0,2})$/, encoding: 'base64' },
} as const;

export interface VerifiedSignedRequest {
  readonly outcome: 'read';
  readonly payload: object;
  /** To read numbers that exceed the safe integer range. */
  readonly bytes: Buffer;
}

export function verifySignedRequestWithAnySecret(
  text: string,
  secrets: readonly string[],
): VerifiedSignedRequest | Refusal {
  const readings = secrets.map((secret) => verifySignedRequest(text, secret));
  const reading = readings.find(({ outcome }) => outcome === 'read') ?? readings[0];
  return reading ?? buildRefusal('There is no secret to check it with.');
}

export function verifySignedRequest(
  text: string,
  secret: string,
  codeOver: keyof typeof forms = 'text',
): VerifiedSignedRequest | Refusal {
  const { pattern, encoding } = forms[codeOver];
  const [, code = '', content = ''] = pattern.exec(text) ?? [];
  if (code === '') return buildRefusal('It is not a signed request.');
  const bytes = Buffer.from(content, encoding);
  const expected = createHmac('sha256', secret).update(codeOver === 'text' ? content : bytes);
  if (!isSameSignature(code, expected.digest(encoding)))
    return buildRefusal('It is not signed with the secret of this app. Is it the one of its console?');
  const payload = parseJson(bytes);
  // The request must not choose its own algorithm.
  if (!Value.Check(Payload, payload)) return buildRefusal('The request is signed, but in an unknown format.');
  return { outcome: 'read', payload, bytes };
}
