// Tokens that are shown once: 32 random bytes with a prefix for their type. Only the hash is stored; 256 random bits
// can't be guessed.
import { hash, randomBytes } from 'node:crypto';

/** Each type has its own prefix, table and redeeming function. */
export type TokenPrefix =
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
  | 'fxv_'
  | 'fxa_'
  | 'fxj_';

export interface CreatedToken {
  readonly token: string;
  readonly tokenHash: Buffer;
}

export function createToken(kind: TokenPrefix): CreatedToken {
  const token = kind + randomBytes(32).toString('base64url');
  return { token, tokenHash: hash('sha256', token, 'buffer') };
}

export function hashToken(kind: TokenPrefix, token: string): Buffer | undefined {
  const isOne = token.startsWith(kind) && /^[A-Za-z0-9_-]{43}$/.test(token.slice(kind.length));
  return isOne ? hash('sha256', token, 'buffer') : undefined;
}
