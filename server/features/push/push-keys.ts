// The VAPID key pairs of push subscriptions, shared by all nodes, private keys encrypted. New subscriptions of the
// portal use its newest pair; older ones keep their own. For a game with its own key, its configuration names the pair.
import { sql } from 'kysely';
import webPush from 'web-push';
import type { Database } from '#server/db/database.ts';
import type { Sealer } from '#server/secrets/sealer.ts';

export interface PushKeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface PushKeys {
  /** The portal's key for new subscriptions. The first pair is generated. */
  readonly newest: () => Promise<string>;
  readonly find: (publicKey: string) => Promise<PushKeyPair | undefined>;
  /** @param game the owner of the new pair; undefined: the portal */
  readonly rotate: (game?: string) => Promise<string>;
  /** The portal's pair becomes the newest. False: nothing has changed. */
  readonly add: (pair: PushKeyPair, game?: string) => Promise<boolean>;
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
    const ofPortal = kysely.selectFrom('push_keys').select('public_key').where('game', 'is', null);
    return (await ofPortal.orderBy('created_at', 'desc').limit(1).executeTakeFirst())?.public_key;
  };
  const add = async ({ publicKey, privateKey }: PushKeyPair, game?: string): Promise<boolean> => {
    known = undefined;
    const added = await kysely
      .insertInto('push_keys')
      .values({ public_key: publicKey, game: game ?? null, sealed: sealer.seal(purpose, privateKey) })
      .onConflict((conflict) =>
        game === undefined
          ? conflict.doNothing()
          : conflict.column('public_key').doUpdateSet({ game }).where('push_keys.game', 'is distinct from', game),
      )
      .executeTakeFirst();
    return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
  };
  /** If several nodes find no pair, one of them generates it. */
  const makeFirst = (): Promise<void> =>
    database.transaction(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('fxid push keys'))`.execute(trx);
      const ofPortal = trx.selectFrom('push_keys').select('public_key').where('game', 'is', null);
      if (await ofPortal.limit(1).executeTakeFirst()) return;
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
    rotate: async (game) => {
      const pair = webPush.generateVAPIDKeys();
      await add(pair, game);
      return pair.publicKey;
    },
    add,
  };
}
