// The VAPID key pairs of push subscriptions, shared by all nodes, private keys encrypted. New subscriptions use the
// newest pair; older ones keep their own.
import { sql } from 'kysely';
import webPush from 'web-push';
import type { Database } from '#server/db/database.ts';
import type { Sealer } from '#server/secrets/sealer.ts';

export interface PushKeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface PushKeys {
  /** For new subscriptions. The first pair is generated. */
  readonly newest: () => Promise<string>;
  readonly find: (publicKey: string) => Promise<PushKeyPair | undefined>;
  readonly rotate: () => Promise<string>;
  /** The pair becomes the newest. False: it exists already. */
  readonly add: (pair: PushKeyPair) => Promise<boolean>;
}

export interface PushKeysDeps {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly now: () => Date;
}

const purpose = 'push key';
const rememberMs = 60_000;

export function createPushKeys({ database, sealer, now }: PushKeysDeps): PushKeys {
  const { kysely } = database;
  const pairs = new Map<string, PushKeyPair>();
  let known: { readonly publicKey: string; readonly untilMs: number } | undefined;
  const readNewest = async (): Promise<string | undefined> => {
    const newest = kysely.selectFrom('push_keys').select('public_key').orderBy('created_at', 'desc').limit(1);
    return (await newest.executeTakeFirst())?.public_key;
  };
  const add = async ({ publicKey, privateKey }: PushKeyPair): Promise<boolean> => {
    known = undefined;
    const added = await kysely
      .insertInto('push_keys')
      .values({ public_key: publicKey, sealed: sealer.seal(purpose, privateKey) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
  };
  /** If several nodes find no pair, one of them generates it. */
  const makeFirst = (): Promise<void> =>
    database.transaction(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('fxid push keys'))`.execute(trx);
      if (await trx.selectFrom('push_keys').select('public_key').limit(1).executeTakeFirst()) return;
      const { publicKey, privateKey } = webPush.generateVAPIDKeys();
      await trx
        .insertInto('push_keys')
        .values({ public_key: publicKey, sealed: sealer.seal(purpose, privateKey) })
        .execute();
    });
  return {
    newest: async () => {
      if (known && known.untilMs > now().getTime()) return known.publicKey;
      let publicKey = await readNewest();
      if (publicKey === undefined) {
        await makeFirst();
        publicKey = await readNewest();
      }
      if (publicKey === undefined) throw new Error('The key for push messages was removed while it was made.');
      known = { publicKey, untilMs: now().getTime() + rememberMs };
      return publicKey;
    },
    find: async (publicKey) => {
      const there = pairs.get(publicKey);
      if (there) return there;
      const row = await kysely
        .selectFrom('push_keys')
        .select('sealed')
        .where('public_key', '=', publicKey)
        .executeTakeFirst();
      if (!row) return undefined;
      const pair = { publicKey, privateKey: sealer.unseal(purpose, row.sealed) };
      pairs.set(publicKey, pair);
      return pair;
    },
    rotate: async () => {
      const pair = webPush.generateVAPIDKeys();
      await add(pair);
      return pair.publicKey;
    },
    add,
  };
}
