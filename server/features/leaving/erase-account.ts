import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { endSessionsIn } from '#server/features/sessions/sessions.ts';
import { accountFamily } from './account-family.ts';
import { addressesOf } from './export-account.ts';

/**
 * Erases an account whose time has come, with the shells of those that were merged into it. False: its owner has changed his
 * mind, the time has not come yet, or it is gone already. Rows that refer to it go with it; here is what refers to the person
 * without naming the account.
 */
export function eraseAccount(database: Database, accountId: string): Promise<boolean> {
  return database.transaction(async (trx) => {
    const due = await trx
      .selectFrom('accounts')
      .select('account_id')
      .where('account_id', '=', accountId)
      .where('merged_into', 'is', null)
      .where('delete_after', '<=', sql<Date>`now()`)
      .forUpdate()
      .executeTakeFirst();
    if (!due) return false;
    const family = await accountFamily(trx, accountId);
    const ids = sql`any(${family}::uuid[])`;
    await sql`delete from mail_links where email in (${addressesOf(family)})`.execute(trx);
    await sql`delete from support_messages where email in (${addressesOf(family)})`.execute(trx);
    await sql`
      delete from connect_invites using connected_games
      where connected_games.account_id = ${ids}
        and connect_invites.game = connected_games.game and connect_invites.game_uid = connected_games.game_uid
    `.execute(trx);
    await sql`
      delete from kept_proofs p using social_identities i
      where i.account_id = ${ids}
        and p.type = i.type and p.external_id = i.external_id
    `.execute(trx);
    // Books stay; what was said for receipts does not.
    await sql`
      update payment_attempts set sealed_request = null from orders
      where orders.order_id = payment_attempts.order_id and orders.account_id = ${ids}
    `.execute(trx);
    await sql`update orders set sealed_personal_info = null where account_id = ${ids}`.execute(trx);
    await endSessionsIn(trx, accountId);
    await trx.deleteFrom('accounts').where('account_id', 'in', family).execute();
    return true;
  });
}
