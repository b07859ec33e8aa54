// Both sides send JSON in base64 with a signature over that text. We sign with a plain hash; Money.Mail.Ru signs with
// RSA. The documentation names SHA-256 for our hash, but its examples are SHA-1.
import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { parseJson } from '#kit/parse-json.server.ts';
import type { moneymailru } from './provider.ts';

export type MoneyMailRuSettings = Static<typeof moneymailru.settings>;

export const moneyMailRuApiVersion = '2-03';

/**
 * Notifications also have version 2-07 or a minor number such as 2-03-73. The envelope is the same. A reply repeats the
 * version of its notification.
 */
export const isSupportedVersion = (version: string | undefined): version is string =>
  version !== undefined && /^2-0[37](-\d{1,3})?$/.test(version);

export const SignedEnvelope = Type.Object({
  data: Type.String({ pattern: '^[A-Za-z0-9+/]+={0,2}$', maxLength: 200_000 }),
  signature: Type.String({ pattern: '^[A-Za-z0-9+/]+={0,2}$', maxLength: 2_000 }),
  version: Type.Optional(Type.String()),
});
export type SignedEnvelope = Static<typeof SignedEnvelope>;

type Signing = Pick<MoneyMailRuSettings, 'PrivateKey' | 'SignatureHash'>;

/** A request's signature includes the URL's path. The reply to a notification is signed without a path. */
export function signEnvelope(
  content: object,
  { PrivateKey, SignatureHash = 'SHA-1' }: Signing,
  {
    path = '',
    version = moneyMailRuApiVersion,
  }: { readonly path?: string; readonly version?: string | undefined } = {},
): SignedEnvelope {
  const data = Buffer.from(JSON.stringify(content)).toString('base64');
  const hash = createHash(SignatureHash === 'SHA-256' ? 'sha256' : 'sha1');
  return {
    version,
    data,
    signature: hash.update(path).update(data).update(PrivateKey).digest('hex'),
  };
}

/** PKCS #1 v1.5 with SHA-1 over the base64 text, not over the decoded JSON. */
export function isSignedByMoneyMailRu(
  { data, signature }: SignedEnvelope,
  { PublicKeys }: Pick<MoneyMailRuSettings, 'PublicKeys'>,
): boolean {
  const bytes = Buffer.from(signature, 'base64');
  return PublicKeys.some((text) => {
    const key = readPublicKey(text);
    return key !== undefined && verify('sha1', Buffer.from(data), key, bytes);
  });
}

export function parseEnvelopeContent({ data }: SignedEnvelope): EnvelopeContent | undefined {
  const content = parseJson(Buffer.from(data, 'base64'));
  return Value.Check(EnvelopeContent, content) ? content : undefined;
}

const id = Type.Union([Type.String({ maxLength: 64 }), Type.Integer()]);

const EnvelopeContent = Type.Object({
  header: Type.Object({
    status: Type.Optional(Type.String()),
    client_id: Type.Optional(id),
    error: Type.Optional(Type.Object({ code: Type.Optional(id), error_id: Type.Optional(id) })),
  }),
  body: Type.Optional(Type.Unknown()),
});
export type EnvelopeContent = Static<typeof EnvelopeContent>;

function readPublicKey(text: string): KeyObject | undefined {
  const body = text.replace(/-----[A-Z ]+-----|\s/g, '');
  try {
    return createPublicKey({ key: Buffer.from(body, 'base64'), format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}
