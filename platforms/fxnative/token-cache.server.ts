// Caches vendors' access tokens in memory until shortly before they expire.
import { hash } from 'node:crypto';

export interface CachedToken {
  readonly token: string;
  readonly endsAt: Date;
}

/**
 * Everything with which the token was requested: URL, public name and secret. Without the secret in the key, a game
 * could use another game's token by naming its client id.
 */
export interface VendorCredential {
  readonly address: string;
  readonly name: string;
  readonly secret: string;
}

export interface TokenCache {
  read(credential: VendorCredential, now: Date, ask: () => Promise<CachedToken>): Promise<string>;
  drop(credential: VendorCredential): void;
}

export function createTokenCache(): TokenCache {
  const kept = new Map<string, CachedToken>();
  return {
    async read(credential, now, ask) {
      const key = keyOf(credential);
      const known = kept.get(key);
      if (known && known.endsAt > now) return known.token;
      const given = await ask();
      if (kept.size >= maxKept) kept.clear();
      kept.set(key, given);
      return given.token;
    },
    drop: (credential) => void kept.delete(keyOf(credential)),
  };
}

const maxKept = 1000;

/** Hashed, so that the map's keys contain no secret. */
const keyOf = ({ address, name, secret }: VendorCredential): string =>
  hash('sha256', JSON.stringify([address, name, secret]));
