// The ES256 keys that sign GameJwts, shared by all nodes through the database, with encrypted private parts.
//
// A key is published 15 minutes before it signs, so that verifiers have it, and stays published 15 minutes after,
// longer than any token it signed. The very first key signs at once. While the database is down the known keys sign for
// another minute.
import { sql, type Transaction } from 'kysely';
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
  type JWK_EC_Public,
} from 'jose';
import { isDatabaseUnavailable, type Database } from '#server/db/database.ts';
import { maxOutageMs } from '#server/db/outage-memory.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Log } from '#server/http/log.ts';
import { UnsealError, type Sealer } from '#server/secrets/sealer.ts';

export interface SigningKeys {
  current(): Promise<{ readonly keyId: string; readonly privateKey: CryptoKey }>;
  find(keyId: string): Promise<CryptoKey | undefined>;
  published(): Promise<JWK[]>;
  rotate(): Promise<{ readonly keyId: string; readonly signsFrom: Date }>;
}

export interface SigningKeysDeps {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly now: () => Date;
  readonly log: Pick<Log, 'info' | 'error'>;
}

export const signingAlgorithm = 'ES256';

export function createSigningKeys({ database, sealer, now, log }: SigningKeysDeps): SigningKeys {
  let known: KnownKey[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  /** The transaction makes sure that only one node creates the key. */
  const makeIfDue = async (isDue: (newest: { signs_from: Date }) => boolean): Promise<Newest> => {
    const fresh = await newKey(sealer);
    const made = await database.transaction((trx) => insertIfDue(trx, fresh, now(), isDue));
    if (made.isNew) log.info({ keyId: made.keyId, signsFrom: made.signsFrom }, 'A new key for GameJwts was created.');
    return made;
  };

  const read = async (): Promise<void> => {
    let rows = await readRows(database);
    const newest = rows.at(-1);
    if (!newest || isOld(newest, now())) {
      await makeIfDue((row) => isOld(row, now()));
      rows = await readRows(database);
    }
    const before = new Map(known.map((key) => [key.keyId, key]));
    known = await Promise.all(rows.map((row) => openKey(row, before.get(row.key_id), { sealer, log })));
    readAt = now().getTime();
  };

  /** Concurrent callers share one read and its error. */
  const reread = (): Promise<void> => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };

  const upToDate = async (oldestMs: number): Promise<void> => {
    if (now().getTime() - readAt >= oldestMs) await reread();
  };

  const upToDateUnlessDown = async (): Promise<void> => {
    try {
      await upToDate(rereadMs);
    } catch (error) {
      if (!isDatabaseUnavailable(error) || now().getTime() - readAt >= rereadMs + maxOutageMs) throw error;
    }
  };

  const publishedNow = (): KnownKey[] =>
    known.filter(({ publishedUntil }) => !publishedUntil || publishedUntil > now());

  return {
    current: async () => {
      await upToDateUnlessDown();
      const signing = known.findLast(({ signsFrom }) => signsFrom <= now());
      if (!signing) throw new Error('No key for GameJwts signs yet. Are the clocks of the nodes minutes apart?');
      const { keyId, privateKey } = signing;
      if (privateKey instanceof UnsealError) throw privateKey;
      return { keyId, privateKey };
    },
    find: async (keyId) => {
      await upToDateUnlessDown();
      const lookUp = (): CryptoKey | undefined => publishedNow().find((key) => key.keyId === keyId)?.publicKey;
      const found = lookUp();
      if (found) return found;
      // Another node may have just created it. Throttled, so that made-up ids don't each cause a query.
      await upToDate(unknownMs);
      return lookUp();
    },
    published: async () => {
      await upToDateUnlessDown();
      return publishedNow().map(({ publicJwk }) => publicJwk);
    },
    rotate: async () => {
      // A key that already waits to sign is the next one.
      const { keyId, signsFrom } = await makeIfDue(({ signs_from }) => signs_from <= now());
      await reread();
      return { keyId, signsFrom };
    },
  };
}

interface KnownKey {
  readonly keyId: string;
  readonly publicJwk: JWK;
  readonly publicKey: CryptoKey;
  /** A key that can't be decrypted still verifies while it is published. */
  readonly privateKey: CryptoKey | UnsealError;
  readonly signsFrom: Date;
  readonly publishedUntil: Date | null;
}

interface Newest {
  readonly keyId: string;
  readonly signsFrom: Date;
  readonly isNew: boolean;
}

interface NewKey {
  readonly keyId: string;
  readonly publicJwk: JWK;
  readonly sealedPrivateJwk: Buffer;
}

const purpose = 'signing key';
const publishAheadMs = 15 * 60_000;
const publishAfterMs = 15 * 60_000;
const maxSigningMs = 30 * 24 * 60 * 60_000;
const rereadMs = 60_000;
const unknownMs = 1000;

const isOld = ({ signs_from }: { signs_from: Date }, now: Date): boolean =>
  signs_from.getTime() <= now.getTime() - maxSigningMs;

const readRows = ({ kysely }: Database) =>
  kysely.selectFrom('signing_keys').selectAll().orderBy('signs_from').execute();

async function insertIfDue(
  trx: Transaction<Tables>,
  fresh: NewKey,
  now: Date,
  isDue: (newest: { signs_from: Date }) => boolean,
): Promise<Newest> {
  await sql`select pg_advisory_xact_lock(hashtext('fxid signing keys'))`.execute(trx);
  const newest = await trx
    .selectFrom('signing_keys')
    .select(['key_id', 'signs_from'])
    .orderBy('signs_from', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest && !isDue(newest)) return { keyId: newest.key_id, signsFrom: newest.signs_from, isNew: false };
  const signsFrom = newest ? new Date(now.getTime() + publishAheadMs) : now;
  await trx
    .insertInto('signing_keys')
    .values({
      key_id: fresh.keyId,
      public_jwk: JSON.stringify(fresh.publicJwk),
      sealed_private_jwk: fresh.sealedPrivateJwk,
      signs_from: signsFrom,
    })
    .execute();
  await trx
    .updateTable('signing_keys')
    .set({ published_until: new Date(signsFrom.getTime() + publishAfterMs) })
    .where('key_id', '<>', fresh.keyId)
    .where('published_until', 'is', null)
    .execute();
  // Every token that they signed has expired, so they must not be used again.
  await trx.deleteFrom('signing_keys').where('published_until', '<', now).execute();
  return { keyId: fresh.keyId, signsFrom, isNew: true };
}

async function newKey(sealer: Sealer): Promise<NewKey> {
  const { publicKey, privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const { kty, crv, x, y } = (await exportJWK(publicKey)) as JWK_EC_Public;
  const keyId = await calculateJwkThumbprint({ kty: kty ?? 'EC', crv, x, y });
  const sealedPrivateJwk = sealer.seal(purpose, JSON.stringify(await exportJWK(privateKey)));
  return {
    keyId,
    publicJwk: { kty: kty ?? 'EC', crv, x, y, kid: keyId, alg: signingAlgorithm, use: 'sig' },
    sealedPrivateJwk,
  };
}

async function openKey(
  row: Awaited<ReturnType<typeof readRows>>[number],
  known: KnownKey | undefined,
  { sealer, log }: Pick<SigningKeysDeps, 'sealer' | 'log'>,
): Promise<KnownKey> {
  const times = { signsFrom: row.signs_from, publishedUntil: row.published_until };
  if (known) return { ...known, ...times };
  const publicJwk = row.public_jwk as JWK;
  const privateKey = await openPrivateKey(row.sealed_private_jwk, sealer);
  if (privateKey instanceof UnsealError)
    log.error(
      { err: privateKey, keyId: row.key_id },
      "A key for GameJwts can't be decrypted. Correct the secrets, or create the next key with `npm run keys -- rotate`.",
    );
  return {
    keyId: row.key_id,
    publicJwk,
    // importJWK returns bytes only for symmetric keys, so the cast is safe.
    publicKey: (await importJWK(publicJwk, signingAlgorithm)) as CryptoKey,
    privateKey,
    ...times,
  };
}

async function openPrivateKey(sealed: Buffer, sealer: Sealer): Promise<CryptoKey | UnsealError> {
  const unsealed = sealer.tryUnseal(purpose, sealed);
  if (!unsealed) return new UnsealError(purpose, sealed);
  return (await importJWK(JSON.parse(unsealed.text) as JWK, signingAlgorithm)) as CryptoKey;
}
