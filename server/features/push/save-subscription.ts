// A browser has one subscription, whoever is signed in there: saving it takes it from whoever was before, so that nobody
// reads another one's messages. Kept is one row per account, game and browser.
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { lockAccount } from '#server/db/lock-account.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import type { PushSubscription } from './read-subscription.ts';

export const mostBrowsers = 20;
export const sealPurpose = 'push';

/** False: there is no such account any more. */
export function saveSubscription(
  { database, sealer }: { readonly database: Database; readonly sealer: Sealer },
  accountId: string,
  game: string,
  { endpointHash, json }: PushSubscription,
): Promise<boolean> {
  const sealed = sealer.seal(sealPurpose, json);
  return database.transaction(async (trx) => {
    if (!(await lockAccount(trx, accountId, 'alone'))) return false;
    await trx
      .deleteFrom('push_subscriptions')
      .where('endpoint_hash', '=', endpointHash)
      .where('account_id', '<>', accountId)
      .execute();
    await trx
      .insertInto('push_subscriptions')
      .values({ account_id: accountId, game, endpoint_hash: endpointHash, sealed })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'game', 'endpoint_hash'])
          .doUpdateSet({ sealed, updated_at: sql<Date>`clock_timestamp()` }),
      )
      .execute();
    await sql`
      delete from push_subscriptions where account_id = ${accountId} and game = ${game} and endpoint_hash in (
        select endpoint_hash from push_subscriptions where account_id = ${accountId} and game = ${game}
        order by updated_at desc, endpoint_hash offset ${mostBrowsers})`.execute(trx);
    return true;
  });
}
