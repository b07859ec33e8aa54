// Public keys that a vendor publishes as a JWKS. jose caches them for ten minutes and refetches for an unknown key, at
// most every 30 seconds.
import { createRemoteJWKSet, customFetch, errors, type JWTHeaderParameters } from 'jose';
import type { Fetch } from '#model/fetch.server.ts';
import { adaptToStandardFetch } from './standard-fetch.server.ts';

/** Throws jose's JWKSNoMatchingKey, or KeysUnavailableError. */
export type FindSigningKey = (header: JWTHeaderParameters) => Promise<CryptoKey>;

export interface RemoteKeysHost {
  readonly fetch: Fetch;
  readonly log: { warn(data: object, text: string): void };
}

export class KeysUnavailableError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'KeysUnavailableError';
  }
}

/** Create one finder per process: it caches keys by the URL of their JWKS. */
export function createRemoteKeyFinder(): (address: string, host: RemoteKeysHost) => FindSigningKey {
  const kept = new Map<string, Kept>();

  return (address, host) => async (header) => {
    const known = kept.get(address) ?? keepKeys(address, host);
    kept.set(address, known);
    // The request is made and counted by the current caller's host.
    known.host = host;
    return findKey(known, address, header);
  };
}

interface Kept {
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
  host: RemoteKeysHost;
}

const fetchTimeoutMs = 5000;
const minBits = 2048;

function keepKeys(address: string, firstHost: RemoteKeysHost): Kept {
  const kept: Kept = {
    host: firstHost,
    keys: createRemoteJWKSet(new URL(address), {
      [customFetch]: (url, options) => adaptToStandardFetch(kept.host, { timeoutMs: fetchTimeoutMs })(url, options),
    }),
  };
  return kept;
}

async function findKey({ keys, host }: Kept, address: string, header: JWTHeaderParameters): Promise<CryptoKey> {
  let key: CryptoKey;
  try {
    key = await keys(header);
  } catch (cause) {
    if (cause instanceof errors.JWKSNoMatchingKey) throw cause;
    host.log.warn({ err: cause, address }, "A vendor's keys could not be fetched or used");
    throw new KeysUnavailableError(`The keys at ${address} could not be fetched.`, { cause });
  }
  const { modulusLength } = key.algorithm as { modulusLength?: number };
  if (modulusLength !== undefined && modulusLength < minBits) {
    throw new KeysUnavailableError(`The vendor publishes a key of ${modulusLength} bits; the minimum is ${minBits}.`);
  }
  return key;
}
