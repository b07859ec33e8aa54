// Encrypts values that must be readable later, but not by someone who steals the database: adapter settings,
// third-party tokens, signing keys, queued mails. AES-256-GCM with a key derived per purpose, so that a value can't be
// used for another purpose.
//
// Of several secrets the first seals and signs; all of them unseal and verify. To rotate, add the new secret behind the
// old one on every node, then move it to the front. A value sealed with a secret that has an id starts with `fxk1`, the
// id's length and the id; then nonce, text and tag. Without an id it starts with the nonce.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { SealPurpose } from './sealed-columns.ts';

export interface SealerSecret {
  /** Absent for older secrets without an id. */
  readonly id?: string;
  readonly secret: string;
}

export type SignPurpose =
  | 'download file'
  | 'mail code'
  | 'mail limits'
  | 'mail nonce'
  | 'order page'
  | 'friends of games'
  | 'players found'
  | 'portal check'
  | 'robot check by work';

export interface Sealer {
  readonly keyIds: readonly [string, ...string[]];
  seal(purpose: SealPurpose, text: string): Buffer;
  /** Throws UnsealError if the value was sealed for another purpose or with another secret, or was changed. */
  unseal(purpose: SealPurpose, sealed: Buffer): string;
  tryUnseal(purpose: SealPurpose, sealed: Buffer): UnsealResult | undefined;
  /** An HMAC that every node can compute and verify. */
  sign(purpose: SignPurpose, text: string | Buffer): Buffer;
  signatures(purpose: SignPurpose, text: string | Buffer): [Buffer, ...Buffer[]];
}

export interface UnsealResult {
  readonly text: string;
  readonly keyId: string;
}

export class UnsealError extends Error {
  constructor(purpose: SealPurpose, sealed: Buffer) {
    const named = headerOf(sealed)?.id;
    const sealedWith =
      named === undefined
        ? 'it was sealed with another secret. If SECRET was changed, set PREVIOUS_SECRET to the one before, or list it in SECRETS'
        : `it was sealed with the key "${named}". List that key in SECRETS, with the secret that it had`;
    super(
      `What was sealed for "${purpose}" cannot be opened: ${sealedWith}. \`npm run check\` says what is concerned.`,
    );
    this.name = 'UnsealError';
  }
}

export function createSealer(secrets: string | readonly SealerSecret[]): Sealer {
  const keys = (typeof secrets === 'string' ? [{ secret: secrets }] : secrets).map(toKey);
  const [first, ...others] = keys;
  if (!first) throw new Error('There is no secret to seal with.');
  const sign = (key: Key, purpose: SignPurpose, text: string | Buffer): Buffer =>
    createHmac('sha256', key.keyFor(purpose)).update(text).digest();
  const tryUnseal: Sealer['tryUnseal'] = (purpose, sealed) => {
    const header = headerOf(sealed);
    // The id decides which key is tried first. Another node may know the same secret by another id, or none.
    const likely = header ? keys.toSorted((a, b) => Number(b.id === header.id) - Number(a.id === header.id)) : keys;
    for (const key of likely) {
      const text = header && tryOpen(key.keyFor(purpose), sealed, header.length);
      if (text !== undefined) return { text, keyId: key.id };
    }
    // A nonce may look like a header.
    for (const key of keys) {
      const text = tryOpen(key.keyFor(purpose), sealed, 0);
      if (text !== undefined) return { text, keyId: key.id };
    }
    return undefined;
  };
  return {
    keyIds: [first.id, ...others.map(({ id }) => id)],
    seal: (purpose, text) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', first.keyFor(purpose), nonce).setAAD(first.header);
      return Buffer.concat([first.header, nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    unseal: (purpose, sealed) => {
      const unsealed = tryUnseal(purpose, sealed);
      if (!unsealed) throw new UnsealError(purpose, sealed);
      return unsealed.text;
    },
    tryUnseal,
    sign: (purpose, text) => sign(first, purpose, text),
    signatures: (purpose, text) => [sign(first, purpose, text), ...others.map((key) => sign(key, purpose, text))],
  };
}

const magic = Buffer.from('fxk1');
const nonceBytes = 12;
const tagBytes = 16;

interface Key {
  readonly id: string;
  readonly header: Buffer;
  keyFor(purpose: SealPurpose | SignPurpose): Buffer;
}

function toKey({ id, secret }: SealerSecret): Key {
  // Purposes are constants in the code, so the cache stays small.
  const made = new Map<string, Buffer>();
  return {
    id: id ?? `secret-${derive(secret, 'key id', 4).toString('hex')}`,
    header: id === undefined ? Buffer.alloc(0) : Buffer.concat([magic, Buffer.from([id.length]), Buffer.from(id)]),
    keyFor: (purpose) => {
      const key = made.get(purpose) ?? derive(secret, `seal ${purpose}`, 32);
      made.set(purpose, key);
      return key;
    },
  };
}

const derive = (secret: string, info: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'fxid', info, bytes));

function headerOf(sealed: Buffer): { readonly id: string; readonly length: number } | undefined {
  if (!sealed.subarray(0, magic.length).equals(magic)) return undefined;
  const idFrom = magic.length + 1;
  const length = idFrom + (sealed[magic.length] ?? 0);
  return sealed.length < length ? undefined : { id: sealed.toString('latin1', idFrom, length), length };
}

function tryOpen(key: Buffer, sealed: Buffer, headerLength: number): string | undefined {
  const nonceEnd = headerLength + nonceBytes;
  if (sealed.length < nonceEnd + tagBytes) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(headerLength, nonceEnd));
  decipher.setAAD(sealed.subarray(0, headerLength)).setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceEnd, -tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    // Wrong tag: another secret, another purpose, or changed bytes. The caller reports it.
    return undefined;
  }
}
