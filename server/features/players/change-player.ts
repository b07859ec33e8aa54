import { sql, type Transaction } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { RecordChange } from '#server/features/audit-log/audit-log.ts';

/** A change that an operator makes to an account, with its reason. */
export interface PlayerChange {
  readonly accountId: string;
  readonly reason?: string | undefined;
  readonly record: RecordChange;
}

export interface LockedPlayer {
  readonly name: string;
  readonly features: readonly string[];
  readonly blocked_at: Date | null;
  readonly blocked_until: Date | null;
  readonly delete_after: Date | null;
}

/** Locks the account, so that new sessions and other changes wait. An account that was merged away isn't changed. */
export function changePlayer<Result>(
  database: Database,
  accountId: string,
  change: (trx: Transaction<Tables>, player: LockedPlayer) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (trx) => {
    const { rows } = await sql<LockedPlayer & { readonly merged_into: string | null }>`
      select name, features, blocked_at, blocked_until, delete_after, merged_into from accounts
      where account_id = ${accountId} for update`.execute(trx);
    const [player] = rows;
    if (!player) throw noPlayer(accountId);
    if (player.merged_into !== null)
      throw new Problem('Conflict', `${accountId} was merged into ${player.merged_into}: name that account instead.`);
    return change(trx, player);
  });
}

export const noPlayer = (accountId: string): Problem => new Problem('NotFound', `There is no account ${accountId}.`);
