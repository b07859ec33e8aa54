// A key as people get it and type it: twenty-five letters and digits in five groups, without those that look alike. Only its hash is
// kept, which is enough because nobody guesses 125 bits.
import { hash, randomBytes } from 'node:crypto';

const letters = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789';
const isKey = /^[0-9A-HJKMNP-TV-Z]{25}$/;

export interface NewBranchKey {
  readonly key: string;
  readonly keyHash: Buffer;
}

export function createBranchKey(): NewBranchKey {
  const text = Array.from(randomBytes(25), (byte) => letters[byte % letters.length]).join('');
  const key = text.replaceAll(/(.{5})(?=.)/g, '$1-');
  return { key, keyHash: hash('sha256', text, 'buffer') };
}

/** However it was typed: in small letters, with spaces or without the hyphens. Undefined: it is no key. */
export function hashBranchKey(typed: string): Buffer | undefined {
  const text = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return isKey.test(text) ? hash('sha256', text, 'buffer') : undefined;
}
