// The public keys of a vendor, which it publishes at an address of its own and changes when it likes. jose keeps them for ten
// minutes and asks once more for a key that it does not know, every half minute at most; what it asks goes through the door of
// all outgoing requests. Without keys there is no proof: what cannot be fetched is refused.
import { createRemoteJWKSet, customFetch, errors, type JWTHeaderParameters } from 'jose';
import type { Fetch } from '#model/fetch.server.ts';
import { lendFetch } from './lend-fetch.server.ts';

/** Finds the key that the header of a token names. Throws jose's JWKSNoMatchingKey, or KeysUnavailable. */
export type FindKey = (header: JWTHeaderParameters) => Promise<CryptoKey>;

export interface KeysHost {
  readonly fetch: Fetch;
  readonly log: { warn(data: object, text: string): void };
}

export class KeysUnavailable extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'KeysUnavailable';
  }
}

/** Keys by the address at which they are published. An adapter has one of these for as long as the process lives. */
export function createRemoteKeys(): (address: string, host: KeysHost) => FindKey {
  const kept = new Map<string, Kept>();

  return (address, host) => async (header) => {
    const known = kept.get(address) ?? keepKeys(address, host);
    kept.set(address, known);
    // Whoever asks pays for the request.
    known.host = host;
    return findKey(known, address, header);
  };
}

interface Kept {
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
  host: KeysHost;
}

const fetchTimeoutMs = 5000;
const minBits = 2048;

function keepKeys(address: string, firstHost: KeysHost): Kept {
  const kept: Kept = {
    host: firstHost,
    keys: createRemoteJWKSet(new URL(address), {
      [customFetch]: (url, options) => lendFetch(kept.host, { timeoutMs: fetchTimeoutMs })(url, options),
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
    host.log.warn({ err: cause, address }, 'the keys of a vendor could not be fetched or used');
    throw new KeysUnavailable(`The keys at ${address} could not be fetched.`, { cause });
  }
  const { modulusLength } = key.algorithm as { modulusLength?: number };
  if (modulusLength !== undefined && modulusLength < minBits) {
    throw new KeysUnavailable(`The vendor publishes a key of ${modulusLength} bits; ${minBits} are the fewest.`);
  }
  return key;
}
