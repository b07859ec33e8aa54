// Keys that open a release channel: 25 letters and digits in five groups, without look-alikes. Only the hash is stored.
import { hash, randomBytes } from 'node:crypto';

const letters = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789';
const isKey = /^[0-9A-HJKMNP-TV-Z]{25}$/;

export interface NewReleaseChannelKey {
  readonly key: string;
  readonly keyHash: Buffer;
}

export function createReleaseChannelKey(): NewReleaseChannelKey {
  const text = Array.from(randomBytes(25), (byte) => letters[byte % letters.length]).join('');
  const key = text.replaceAll(/(.{5})(?=.)/g, '$1-');
  return { key, keyHash: hash('sha256', text, 'buffer') };
}

/** Ignores case, spaces and missing hyphens. Undefined: not a key. */
export function hashReleaseChannelKey(typed: string): Buffer | undefined {
  const text = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return isKey.test(text) ? hash('sha256', text, 'buffer') : undefined;
}
