// Tokens that are told once: 32 random bytes with the prefix of their kind. Only the hash is kept, which is enough because
// nobody guesses 256 bits.
import { hash, randomBytes } from 'node:crypto';

/** Every kind has its own prefix, its own table and its own function that takes it. */
export type TokenKind =
  | 'fxm_'
  | 'fxh_'
  | 'fxn_'
  | 'fxt_'
  | 'fxp_'
  | 'fxc_'
  | 'fxr_'
  | 'fxu_'
  | 'fxq_'
  | 'fxi_'
  | 'fxv_';

export interface NewToken {
  readonly token: string;
  readonly tokenHash: Buffer;
}

export function createToken(kind: TokenKind): NewToken {
  const token = kind + randomBytes(32).toString('base64url');
  return { token, tokenHash: hash('sha256', token, 'buffer') };
}

/** The hash of a token; undefined if it is none of this kind. */
export function hashToken(kind: TokenKind, token: string): Buffer | undefined {
  const isOne = token.startsWith(kind) && /^[A-Za-z0-9_-]{43}$/.test(token.slice(kind.length));
  return isOne ? hash('sha256', token, 'buffer') : undefined;
}
