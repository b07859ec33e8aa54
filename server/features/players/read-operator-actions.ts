import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { findMergedAccountIds } from '#server/features/account-deletion/find-merged-account-ids.ts';

export interface OperatorAction {
  readonly at: Date;
  readonly actor_name: string;
  readonly action: string;
  readonly after: object | null;
  readonly reason: string | null;
}

/** What operators changed in an account and those merged into it, latest first. */
export const readOperatorActions = async (
  db: Kysely<Tables>,
  accountId: string,
  limit: number,
): Promise<OperatorAction[]> =>
  db
    .selectFrom('audit_log')
    .select(['at', 'actor_name', 'action', 'after', 'reason'])
    .where('object_kind', 'in', ['player', 'leaderboard-entry'])
    .where('object_id', 'in', await findMergedAccountIds(db, accountId))
    .where('after', 'is not', null)
    .orderBy('entry_id', 'desc')
    .limit(limit)
    .execute();
