// Secures a database restored from a backup: all sessions, tokens and links end, and later erasures are repeated, so
// that revoked access stays revoked.
import { sql, type Transaction } from 'kysely';
import type { Erasure } from '#server/db/erasure-journal.ts';
import type { Tables } from '#server/db/tables.ts';
import { restoreAccountRows, type RowChanges } from '#server/features/merging/move-rows.ts';
import { eraseAccounts } from './erase-account.ts';

export interface SecureRestoredDatabaseResult {
  readonly sessionsEnded: number;
  readonly erasuresApplied: number;
}

export async function secureRestoredDatabase(
  trx: Transaction<Tables>,
  erasures: readonly Erasure[],
): Promise<SecureRestoredDatabaseResult> {
  const sessionsEnded = await countSessions(trx);
  const erasuresApplied = await applyErasures(trx, erasures);
  await sql`update sessions set revoked_at = now() where revoked_at is null`.execute(trx);
  await sql`update refresh_tokens set revoked_at = now() where revoked_at is null`.execute(trx);
  await sql`update operator_sessions set ended_at = now() where ended_at is null`.execute(trx);
  for (const table of oneTimeTokenTables)
    await sql`update ${sql.table(table)} set expires_at = now() where expires_at > now()`.execute(trx);
  // A preview link revoked after the backup must not work again.
  await sql`update build_drafts set token_expires_at = now() where token_expires_at > now()`.execute(trx);
  return { sessionsEnded, erasuresApplied };
}

/** One-time tokens that sign a player or an operator in or connect something to an account. */
export const oneTimeTokenTables = [
  'mail_links',
  'temp_tokens',
  'handoffs',
  'kept_proofs',
  'connect_invites',
  'identity_changes',
  'friend_links',
  'operator_links',
] as const;

async function countSessions(trx: Transaction<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sessions where revoked_at is null and expires_at > now()`.execute(trx);
  return rows[0]?.count ?? 0;
}

async function applyErasures(trx: Transaction<Tables>, erasures: readonly Erasure[]): Promise<number> {
  await sql`
    insert into erasures (account_hash, erased_at)
    select decode(account_hash, 'hex'), erased_at
    from unnest(${erasures.map(({ accountHash }) => accountHash)}::text[],
      ${erasures.map(({ erasedAt }) => erasedAt.toISOString())}::timestamptz[]) as known (account_hash, erased_at)
    on conflict do nothing`.execute(trx);
  const { rows } = await sql<{ account_id: string }>`
    select account_id from accounts join erasures on account_hash = sha256(account_id::text::bytea)`.execute(trx);
  const accountIds = rows.map(({ account_id }) => account_id);
  if (accountIds.length === 0) return 0;
  await separateThoseWhoStayed(trx, accountIds);
  await eraseAccounts(trx, accountIds);
  return accountIds.length;
}

/**
 * If a merge was undone before the other account was erased, the backup has the accounts merged again; the one that
 * stayed must not be erased with it.
 */
async function separateThoseWhoStayed(trx: Transaction<Tables>, erased: readonly string[]): Promise<void> {
  const merges = await trx
    .selectFrom('merges')
    .select(['into_account_id', 'from_account_id', 'changes'])
    .where('into_account_id', 'in', erased)
    .where('from_account_id', 'not in', erased)
    .where('undone_at', 'is', null)
    .orderBy('merged_at', 'desc')
    .execute();
  for (const { into_account_id: into, from_account_id: from, changes } of merges) {
    await sql`update accounts set merged_into = null where account_id = ${from}`.execute(trx);
    // Only mergeAccounts writes it.
    await restoreAccountRows(trx, { into, from }, changes as unknown as RowChanges);
  }
}
