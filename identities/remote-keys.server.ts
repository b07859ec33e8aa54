// The public keys of a vendor, which it publishes at an address of its own and changes when it likes. They are kept as long
// as the vendor allows; a key that nobody knows is asked for once more, but not as often as somebody invents names of keys.
// Without keys there is no proof: what cannot be fetched is refused.
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTHeaderParameters } from 'jose';
import type { IdentityHost } from './port.server.ts';

/** Finds the key that the header of a token names. Throws jose's JWKSNoMatchingKey, or KeysUnavailable. */
export type FindKey = (header: JWTHeaderParameters) => Promise<CryptoKey>;

export type KeysHost = Pick<IdentityHost, 'fetch' | 'now' | 'log'>;

export class KeysUnavailable extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'KeysUnavailable';
  }
}

/** Keys by the address at which they are published. An adapter has one of these for as long as the process lives. */
export function createRemoteKeys(): (address: string, host: KeysHost) => FindKey {
  const kept = new Map<string, Kept>();
  const pending = new Map<string, Promise<Kept>>();

  /** One request at a time for an address, however many people sign in. */
  const load = (address: string, host: KeysHost): Promise<Kept> => {
    const running = pending.get(address);
    if (running) return running;
    const started = download(address, host)
      .then((loaded) => {
        kept.set(address, loaded);
        return loaded;
      })
      .catch((cause: unknown) => {
        host.log.warn({ err: cause, address }, 'the keys of a vendor could not be fetched');
        const before = kept.get(address);
        if (before) kept.set(address, { ...before, triedAtMs: host.now().getTime() });
        throw new KeysUnavailable(`The keys at ${address} could not be fetched.`, { cause });
      })
      .finally(() => pending.delete(address));
    pending.set(address, started);
    return started;
  };

  return (address, host) => async (header) => {
    const nowMs = host.now().getTime();
    const before = kept.get(address);
    const isFresh = before !== undefined && before.fetchedAtMs <= nowMs && nowMs < before.freshUntilMs;
    const current = isFresh ? before : await load(address, host);
    const found = await find(current, header);
    if (found) return found;
    const mayAskAgain = Math.abs(nowMs - current.triedAtMs) >= askAgainAfterMs;
    const again = mayAskAgain ? await find(await load(address, host), header) : undefined;
    if (!again) throw new errors.JWKSNoMatchingKey();
    return again;
  };
}

interface Kept {
  readonly keys: ReturnType<typeof createLocalJWKSet>;
  readonly fetchedAtMs: number;
  readonly freshUntilMs: number;
  readonly triedAtMs: number;
}

const fetchTimeoutMs = 5000;
const askAgainAfterMs = 30_000;
const shortestMs = 60_000;
const longestMs = 24 * 60 * 60 * 1000;
const unsaidMs = 60 * 60 * 1000;
const fewestBits = 2048;

async function download(address: string, host: KeysHost): Promise<Kept> {
  const atMs = host.now().getTime();
  const { status, headers, body } = await host.fetch(address, { timeoutMs: fetchTimeoutMs });
  if (status !== 200) throw new KeysUnavailable(`The answer has status ${status}.`);
  // createLocalJWKSet checks the shape itself and throws JWKSInvalid.
  const keys = createLocalJWKSet(JSON.parse(body.toString('utf8')) as JSONWebKeySet);
  return { keys, fetchedAtMs: atMs, triedAtMs: atMs, freshUntilMs: atMs + lifeMs(headers['cache-control']) };
}

/** How long the vendor lets its answer be kept, within bounds that neither flood it nor outlive a withdrawn key for long. */
function lifeMs(header: string | string[] | undefined): number {
  if (header === undefined) return unsaidMs;
  const seconds = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(String(header))?.[1];
  return Math.min(Math.max(Number(seconds ?? 0) * 1000, shortestMs), longestMs);
}

async function find({ keys }: Kept, header: JWTHeaderParameters): Promise<CryptoKey | undefined> {
  let key: CryptoKey;
  try {
    key = await keys(header);
  } catch (cause) {
    if (cause instanceof errors.JWKSNoMatchingKey) return undefined;
    throw new KeysUnavailable('The vendor publishes a key that cannot be used.', { cause });
  }
  const { modulusLength } = key.algorithm as { modulusLength?: number };
  if (modulusLength !== undefined && modulusLength < fewestBits) {
    throw new KeysUnavailable(`The vendor publishes a key of ${modulusLength} bits; ${fewestBits} are the fewest.`);
  }
  return key;
}
