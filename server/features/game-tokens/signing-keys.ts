// The keys that sign GameJwts (ES256), shared by all nodes through the database, the private part sealed.
//
// Requirements: whoever holds the published keys can check every token that lives; no node signs with a key that others
// may not have seen yet; of several nodes that find a key too old, one makes the next.
// Steps: a key is published 15 minutes before it signs. Then it signs, until another one does. From then on it stays
// published for 15 minutes, longer than anything it signed can live. Nodes reread the keys every minute, so each knows a new
// key long before its time. The first key of all signs at once: nobody can hold an older list.
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
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Log } from '#server/http/log.ts';
import { CannotOpen, type Sealer } from '#server/secrets/sealer.ts';

export interface SigningKeys {
  /** The key that signs now. */
  current(): Promise<{ readonly keyId: string; readonly privateKey: CryptoKey }>;
  /** The public key of that name, as long as it is published. */
  find(keyId: string): Promise<CryptoKey | undefined>;
  /** All that is published now. */
  published(): Promise<JWK[]>;
  /** Makes the next key, unless one is already waiting to sign. Says which, and since or from when it signs. */
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

  /** Makes a key where one is due, in a transaction that one node at a time can be in. */
  const makeIfDue = async (isDue: (newest: { signs_from: Date }) => boolean): Promise<Newest> => {
    const fresh = await newKey(sealer);
    const made = await database.transaction((trx) => insertIfDue(trx, fresh, now(), isDue));
    if (made.isNew) log.info({ keyId: made.keyId, signsFrom: made.signsFrom }, 'A new key for GameJwts was made.');
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

  /** At once for all who ask; a fault is told to them and tried again by the next. */
  const reread = (): Promise<void> => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };

  const upToDate = async (oldestMs: number): Promise<void> => {
    if (now().getTime() - readAt >= oldestMs) await reread();
  };

  const publishedNow = (): KnownKey[] =>
    known.filter(({ publishedUntil }) => !publishedUntil || publishedUntil > now());

  return {
    current: async () => {
      await upToDate(rereadMs);
      const signing = known.findLast(({ signsFrom }) => signsFrom <= now());
      if (!signing) throw new Error('No key for GameJwts signs yet. Are the clocks of the nodes minutes apart?');
      const { keyId, privateKey } = signing;
      if (privateKey instanceof CannotOpen) throw privateKey;
      return { keyId, privateKey };
    },
    find: async (keyId) => {
      await upToDate(rereadMs);
      const lookUp = (): CryptoKey | undefined => publishedNow().find((key) => key.keyId === keyId)?.publicKey;
      const found = lookUp();
      if (found) return found;
      // Perhaps another node has just made it; invented names must not become a query each.
      await upToDate(unknownMs);
      return lookUp();
    },
    published: async () => {
      await upToDate(rereadMs);
      return publishedNow().map(({ publicJwk }) => publicJwk);
    },
    rotate: async () => {
      // One that waits to sign is the next already: whoever asks twice gets one.
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
  /** One that cannot be opened verifies all the same, as long as it is published. */
  readonly privateKey: CryptoKey | CannotOpen;
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
  // Nothing that they signed lives any more, so nothing may be signed with them again.
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
  if (privateKey instanceof CannotOpen)
    log.error(
      { err: privateKey, keyId: row.key_id },
      'A key for GameJwts cannot be opened. Mend the secrets, or make the next key with `npm run keys -- rotate`.',
    );
  return {
    keyId: row.key_id,
    publicJwk,
    // An EC key is never the bytes of a secret, which is the other thing that may come back.
    publicKey: (await importJWK(publicJwk, signingAlgorithm)) as CryptoKey,
    privateKey,
    ...times,
  };
}

async function openPrivateKey(sealed: Buffer, sealer: Sealer): Promise<CryptoKey | CannotOpen> {
  const unsealed = sealer.tryUnseal(purpose, sealed);
  if (!unsealed) return new CannotOpen(purpose, sealed);
  return (await importJWK(JSON.parse(unsealed.text) as JWK, signingAlgorithm)) as CryptoKey;
}
