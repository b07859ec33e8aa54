// Signatures as specified by Standard Webhooks: HMAC-SHA256 over id, time and body, with each active secret.
import { createHmac, randomBytes } from 'node:crypto';

/** `whsec_` followed by the key in base64. */
export const createSigningSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`;

export interface SignatureInput {
  readonly id: string;
  readonly body: string;
  readonly sentAt: Date;
  /** Two during a rotation: the receiver accepts either. */
  readonly secrets: readonly string[];
}

export function createSignatureHeaders({ id, body, sentAt, secrets }: SignatureInput): Record<string, string> {
  if (secrets.length === 0) throw new Error('A delivery needs a secret to be signed with.');
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const text = `${id}.${timestamp}.${body}`;
  return {
    'content-type': 'application/json',
    'user-agent': 'FxId-Hooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signatureOf(secret, text)}`).join(' '),
  };
}

const prefix = 'whsec_';

function signatureOf(secret: string, text: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  if (!secret.startsWith(prefix) || key.length < 24)
    throw new Error('A signing secret is whsec_ and 24 or more bytes in base64.');
  return createHmac('sha256', key).update(text).digest('base64');
}
