// Saves a browser's subscription. It is removed from the browser's previous account, so that no player gets another's
// messages, and deleted with its session.
import { sql, type Transaction } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { lockAccount } from '#server/db/lock-account.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Session } from '#server/features/sessions/sessions.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { savePushTopicChoice } from './push-topics.ts';
import type { ParsedSubscription } from './parse-subscription.ts';

export const maxBrowsersPerAccount = 20;
export const pushSealPurpose = 'push';

export interface SubscriptionToSave {
  readonly session: Pick<Session, 'sessionId' | 'accountId'>;
  readonly subscription: ParsedSubscription;
  readonly publicKey: string;
  /** The game that may send messages from now on. Undefined: unchanged. */
  readonly game: string | undefined;
  /** Whether an earlier opt-out from that game stays. */
  readonly keepsOptOut: boolean;
  /** Set: the subscription uses this game's own key and gets only its messages. */
  readonly onlyGame: string | undefined;
  readonly timeZone: string | undefined;
}

/** False: the account or session no longer exists. */
export function savePushSubscription(
  { database, sealer }: { readonly database: Database; readonly sealer: Sealer },
  { session: { sessionId, accountId }, subscription, publicKey, timeZone, ...given }: SubscriptionToSave,
): Promise<boolean> {
  const { endpointHash, json } = subscription;
  const onlyGame = given.onlyGame ?? null;
  const kept = { sealed: sealer.seal(pushSealPurpose, json), public_key: publicKey, session_id: sessionId };
  return database.transaction(async (trx) => {
    if (!(await lockAccount(trx, accountId, 'alone')) || !(await isSessionThere(trx, sessionId))) return false;
    await trx
      .deleteFrom('push_subscriptions')
      .where('endpoint_hash', '=', endpointHash)
      .where((where) => where.or([where('account_id', '<>', accountId), where('game', 'is distinct from', onlyGame)]))
      .execute();
    // A browser has one subscription for a game: this one replaces the one with the game's previous key.
    await trx
      .deleteFrom('push_subscriptions')
      .where('session_id', '=', sessionId)
      .where('game', '=', onlyGame)
      .where('endpoint_hash', '<>', endpointHash)
      .execute();
    await trx
      .insertInto('push_subscriptions')
      .values({ account_id: accountId, game: onlyGame, endpoint_hash: endpointHash, ...kept })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'game', 'endpoint_hash'])
          .doUpdateSet({ ...kept, updated_at: sql<Date>`clock_timestamp()` }),
      )
      .execute();
    await sql`
      delete from push_subscriptions where account_id = ${accountId} and endpoint_hash in (
        select endpoint_hash from push_subscriptions
        where account_id = ${accountId} and game is not distinct from ${onlyGame}
        order by updated_at desc, endpoint_hash offset ${maxBrowsersPerAccount})`.execute(trx);
    const { game, keepsOptOut } = given;
    if (game !== undefined) await savePushTopicChoice(trx, accountId, game, true, { keepsOptOut });
    if (timeZone !== undefined)
      await trx.updateTable('accounts').set({ time_zone: timeZone }).where('account_id', '=', accountId).execute();
    return true;
  });
}

/** Locks the session until the transaction ends. */
async function isSessionThere(trx: Transaction<Tables>, sessionId: string): Promise<boolean> {
  const session = trx
    .selectFrom('sessions')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .where('revoked_at', 'is', null);
  return (await session.forShare().executeTakeFirst()) !== undefined;
}
