// Deletes expired rows in batches, so that no statement locks many rows or runs long.
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';

interface CleanUpRule {
  readonly table: keyof Tables;
  readonly isOver: RawBuilder<boolean>;
}

/**
 * Mail links, sessions and refresh tokens are kept a month after they expire: for security questions, and to recognise
 * a reused token.
 */
const expiryRules: readonly CleanUpRule[] = [
  { table: 'mail_links', isOver: sql`created_at < now() - interval '30 days' and expires_at < now()` },
  { table: 'mail_limit_events', isOver: sql`created_at < now() - interval '2 days'` },
  { table: 'temp_tokens', isOver: sql`expires_at < now()` },
  { table: 'handoffs', isOver: sql`expires_at < now()` },
  { table: 'kept_proofs', isOver: sql`expires_at < now()` },
  // Not before an unfinished download is counted as failed.
  {
    table: 'downloads',
    isOver: sql`expires_at < now() and (started_at is null or finished_at is not null or expires_at < now() - interval '1 day')`,
  },
  { table: 'connect_invites', isOver: sql`expires_at < now()` },
  { table: 'identity_changes', isOver: sql`expires_at < now()` },
  { table: 'spent_challenges', isOver: sql`expires_at < now()` },
  { table: 'spent_proofs', isOver: sql`expires_at < now()` },
  { table: 'used_game_tokens', isOver: sql`expires_at < now()` },
  { table: 'refresh_tokens', isOver: sql`expires_at < now() - interval '30 days'` },
  {
    table: 'sessions',
    isOver: sql`least(revoked_at, expires_at) < now() - interval '30 days'`,
  },
  { table: 'friend_invites', isOver: sql`created_at < now() - interval '30 days'` },
  { table: 'friend_requests', isOver: sql`created_at < now() - interval '90 days'` },
  { table: 'friend_links', isOver: sql`expires_at < now() - interval '30 days'` },
  { table: 'friend_searches', isOver: sql`day < current_date - 1` },
  { table: 'wrong_receipts', isOver: sql`day < current_date - 1` },
  { table: 'platform_friends', isOver: sql`seen_at < now() - interval '90 days'` },
  { table: 'presences', isOver: sql`expires_at < now()` },
  { table: 'presence_nodes', isOver: sql`seen_at < now() - interval '1 hour'` },
  // After that the player may be asked again.
  // After that the player may be reported again under the same name.
  { table: 'player_reports', isOver: sql`resolved_at < now() - interval '180 days'` },
  { table: 'review_requests', isOver: sql`asked_at < now() - interval '30 days'` },
  // A day after the merge can no longer be undone.
  { table: 'saves', isOver: sql`resolved_at < now() - interval '15 days'` },
  { table: 'in_game_events', isOver: sql`created_at < now() - interval '90 days'` },
  {
    table: 'leaderboard_entries',
    isOver: sql`board_id in (select board_id from leaderboards where delete_after < now())`,
  },
  { table: 'leaderboards', isOver: sql`delete_after < now()` },
  { table: 'operator_links', isOver: sql`expires_at < now() - interval '30 days'` },
  { table: 'operator_sessions', isOver: sql`least(ended_at, expires_at) < now() - interval '30 days'` },
  { table: 'support_messages', isOver: sql`created_at < now() - interval '2 years'` },
  { table: 'push_messages', isOver: sql`created_at < now() - interval '30 days'` },
  { table: 'push_broadcasts', isOver: sql`created_at < now() - interval '90 days'` },
  { table: 'rejected_webhooks', isOver: sql`last_at < now() - interval '30 days'` },
  // If the event arrives again after that, the ledger still counts it once. Events for an operator stay.
  {
    table: 'payment_events',
    isOver: sql`received_at < now() - interval '90 days' and outcome in ('applied', 'no-change')`,
  },
];

export interface DeleteExpiredRowsOptions {
  /** How long the audit log is kept. Default: as AUDIT_DAYS. */
  readonly auditDays?: number;
  readonly signal?: AbortSignal;
  readonly batchSize?: number;
}

export async function deleteExpiredRows(
  { kysely }: Pick<Database, 'kysely'>,
  { auditDays = 1095, signal, batchSize = 1000 }: DeleteExpiredRowsOptions = {},
): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  const inBatches = async (name: string, statement: RawBuilder<unknown>): Promise<void> => {
    for (let count = batchSize; count >= batchSize;) {
      signal?.throwIfAborted();
      count = (await statement.execute(kysely)).rows.length;
      removed[name] = (removed[name] ?? 0) + count;
    }
  };
  const auditRule = { table: 'audit_log', isOver: sql`at < now() - make_interval(days => ${auditDays})` } as const;
  for (const { table, isOver } of [...expiryRules, auditRule]) {
    const name = sql.table(table);
    await inBatches(
      table,
      sql`delete from ${name} where ctid = any(array(
        select ctid from ${name} where ${isOver} limit ${batchSize} for update skip locked)) returning 1`,
    );
  }
  await inBatches('merges', forgetMerges(batchSize));
  return removed;
}

/**
 * Deletes the data kept for undoing a merge. The merged account's id and target stay, so that the old id still finds
 * the account.
 */
function forgetMerges(batchSize: number): RawBuilder<unknown> {
  return sql`
    with over as (
      delete from merges where ctid = any(array(
        select ctid from merges where undo_until < now() limit ${batchSize} for update skip locked))
      returning from_account_id, undone_at
    ), emptied as (
      update accounts set name = '', email = null, email_validated = false, marketing_enabled = false, geo_country = null
      where merged_into is not null
        and account_id in (select from_account_id from over where undone_at is null)
    )
    select 1 from over`;
}
