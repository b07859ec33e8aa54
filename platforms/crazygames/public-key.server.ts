// CrazyGames' public key: one for all games, published as PKCS#1 in JSON, without a key id. Cached for an hour, and
// fetched again if a signature doesn't match, at most every half minute.
import { createPublicKey, type KeyObject } from 'node:crypto';
import { Type } from 'typebox';
import { callVendorOrThrow } from '#kit/call-vendor.server.ts';
import { KeysUnavailableError, type RemoteKeysHost } from '#kit/remote-keys.server.ts';

export interface PublicKeyHost extends RemoteKeysHost {
  readonly now: () => Date;
}

/** Throws KeysUnavailableError. `fitsNot`: the key that didn't match; returned again if there is no newer one. */
export type FindPublicKey = (address: string, host: PublicKeyHost, fitsNot?: KeyObject) => Promise<KeyObject>;

export function createPublicKeyCache(): FindPublicKey {
  const kept = new Map<string, { readonly key: KeyObject; readonly atMs: number }>();
  return async (address, host, fitsNot) => {
    const known = kept.get(address);
    const nowMs = host.now().getTime();
    const ageMs = Math.abs(nowMs - (known?.atMs ?? Number.NEGATIVE_INFINITY));
    if (known && ageMs < (known.key === fitsNot ? minAgeMs : keptMs)) return known.key;
    const key = await fetchKey(address, host);
    kept.set(address, { key, atMs: nowMs });
    return key;
  };
}

const keptMs = 3600_000;
const minAgeMs = 30_000;
const minBits = 2048;

async function fetchKey(address: string, host: PublicKeyHost): Promise<KeyObject> {
  try {
    const question = {
      vendor: 'CrazyGames',
      subject: 'its public key',
      url: address,
      timeoutMs: 5000,
      answer: Published,
    };
    const key = createPublicKey((await callVendorOrThrow(host, question)).publicKey);
    const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
    if (key.asymmetricKeyType === 'rsa' && modulusLength >= minBits) return key;
    throw new Error(`The key is not an RSA key of at least ${minBits} bits.`);
  } catch (cause) {
    host.log.warn({ err: cause, address }, 'the public key of CrazyGames could not be fetched or used');
    throw new KeysUnavailableError(`The public key at ${address} could not be fetched.`, { cause });
  }
}

const Published = Type.Object({ publicKey: Type.String({ maxLength: 10_000 }) });
