import { hash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { sendSignalToNodes } from '#server/db/node-signals.ts';
import type { Tables } from '#server/db/tables.ts';
import { endSessionsOfAccount } from '#server/features/sessions/sessions.ts';
import { findMergedAccountIds } from './find-merged-account-ids.ts';
import { buildEmailAddressesSql } from './export-account.ts';
import { findAuditedObjects, maskAuditEntries } from './mask-audit-entries.ts';

/**
 * Erases an account and those merged into it. False if its owner cancelled, the waiting period is not over, or it is
 * already erased.
 * @param options.finish runs in the transaction, once the accounts are erased
 */
export function eraseAccount(
  database: Database,
  accountId: string,
  {
    beforeItsTime = false,
    finish,
  }: { readonly beforeItsTime?: boolean; readonly finish?: (trx: Transaction<Tables>) => Promise<void> } = {},
): Promise<boolean> {
  return database.transaction(async (trx) => {
    const account = trx
      .selectFrom('accounts')
      .select('account_id')
      .where('account_id', '=', accountId)
      .where('merged_into', 'is', null);
    const due = await (beforeItsTime ? account : account.where('delete_after', '<=', sql<Date>`now()`))
      .forUpdate()
      .executeTakeFirst();
    if (!due) return false;
    await eraseAccounts(trx, await findMergedAccountIds(trx, accountId), finish);
    return true;
  });
}

/** The signal about an erased account; its payload is the hash of the id. */
export const accountErasedSignalTopic = 'account-erased';

/** Foreign keys delete most rows; this also deletes rows that refer to the person without the account's id. */
export async function eraseAccounts(
  trx: Transaction<Tables>,
  accountIds: readonly string[],
  finish?: (trx: Transaction<Tables>) => Promise<void>,
): Promise<void> {
  const audited = await findAuditedObjects(trx, accountIds);
  const ids = sql`any(${[...accountIds]}::uuid[])`;
  await sql`delete from mail_links where email in (${buildEmailAddressesSql(accountIds)})`.execute(trx);
  await sql`delete from support_messages where email in (${buildEmailAddressesSql(accountIds)})`.execute(trx);
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
  // Financial records stay; data for receipts is deleted.
  await sql`
    update payment_attempts set sealed_request = null, sealed_receipt = null from orders
    where orders.order_id = payment_attempts.order_id and orders.account_id = ${ids}
  `.execute(trx);
  await sql`update orders set sealed_personal_info = null where account_id = ${ids}`.execute(trx);
  for (const accountId of accountIds) {
    await endSessionsOfAccount(trx, accountId);
    const accountHash = hash('sha256', accountId, 'buffer');
    await trx
      .insertInto('erasures')
      .values({ account_hash: accountHash })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await sendSignalToNodes(trx, accountErasedSignalTopic, accountHash.toString('hex'));
  }
  await sql`delete from accounts where account_id = ${ids}`.execute(trx);
  // Last: writing an event locks its account, so by now all events are written.
  await sql`delete from analytics_events_by_day where account_id = ${ids}`.execute(trx);
  await sql`delete from analytics_outbox where account_id = ${ids}`.execute(trx);
  // A job deletes the events in ClickHouse.
  await sql`
    insert into analytics_erasures (erased_id)
    select unnest(${[...accountIds]}::uuid[]) where exists (select from analytics_sender)
    on conflict do nothing`.execute(trx);
  await finish?.(trx);
  await maskAuditEntries(trx, audited);
}
