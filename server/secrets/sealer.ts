// Seals what must be read again and must not be read by whoever gets hold of the database: settings of adapters, tokens of
// third parties, signing keys, mails that wait. AES-256-GCM with a key that is made from SECRET for each purpose; a sealed
// text cannot be used for another purpose. PREVIOUS_SECRET still opens what was sealed before a change of SECRET.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export interface Sealer {
  seal(purpose: string, text: string): Buffer;
  /** Throws when the text was sealed for another purpose, with another secret, or was changed. */
  unseal(purpose: string, sealed: Buffer): string;
  /** A key of its own for signing or hashing, the same on every node. */
  key(purpose: string): Buffer;
}

export function createSealer(secret: string, previousSecret?: string): Sealer {
  const secrets = previousSecret === undefined ? [secret] : [secret, previousSecret];
  // Purposes are words of the program, so there are few of them.
  const keys = new Map<string, Buffer>();
  const keyFor = (from: string, purpose: string): Buffer => {
    const name = `${secrets.indexOf(from)} ${purpose}`;
    const key = keys.get(name) ?? makeKey(from, purpose);
    keys.set(name, key);
    return key;
  };
  return {
    seal: (purpose, text) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', keyFor(secret, purpose), nonce);
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    unseal: (purpose, sealed) => {
      for (const each of secrets) {
        const text = tryOpen(keyFor(each, purpose), sealed);
        if (text !== undefined) return text;
      }
      throw new Error(
        `What was sealed for "${purpose}" cannot be opened. If SECRET was changed, set PREVIOUS_SECRET to the one before.`,
      );
    },
    key: (purpose) => keyFor(secret, purpose),
  };
}

const nonceBytes = 12;
const tagBytes = 16;

const makeKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'fxid', `seal ${purpose}`, 32));

function tryOpen(key: Buffer, sealed: Buffer): string | undefined {
  if (sealed.length < nonceBytes + tagBytes) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  try {
    const body = sealed.subarray(nonceBytes, -tagBytes);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch {
    // The tag does not fit: another secret, another purpose, or changed bytes. The caller says so.
    return undefined;
  }
}
