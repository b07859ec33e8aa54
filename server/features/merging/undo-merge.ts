// Undoes a merge; everything gained since stays. All sessions of the surviving account except the caller's end, because
// an identity that moves back may have started them.
import { sql, type Transaction } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { promoteSaveCopies } from '#server/features/saves/merge-saves.ts';
import { endSessionsOfAccount } from '#server/features/sessions/sessions.ts';
import { throwConflictOnDuplicate } from './confirm-merge.ts';
import { restoreAccountFields } from './merge-account-fields.ts';
import {
  hasPortalIdentity,
  lockAccounts,
  revokeRefreshTokens,
  saveAccountFields,
  type MergeChanges,
} from './merge-accounts.ts';
import { restoreAccountRows } from './move-rows.ts';
import { listUndoableMerges } from './undoable-merges.ts';

export interface MergeUndo {
  readonly mergeId: string;
  /** The surviving account. */
  readonly accountId: string;
  /** The session that stays. Absent: an operator undoes it, and all sessions end. */
  readonly sessionId?: string;
  /** Runs in the transaction, at its end. */
  readonly finish?: (trx: Transaction<Tables>, fromAccountId: string) => Promise<void>;
}

export async function undoMerge(
  database: Database,
  { mergeId, accountId: into, sessionId, finish }: MergeUndo,
): Promise<void> {
  await throwConflictOnDuplicate(() =>
    database.transaction(async (trx) => {
      // Only to know which accounts to lock. The statement below decides whether it can be undone.
      const known = await trx
        .selectFrom('merges')
        .select('from_account_id')
        .where('merge_id', '=', mergeId)
        .where('into_account_id', '=', into)
        .executeTakeFirst();
      if (!known) throw new Problem('UnknownMerge');
      const from = known.from_account_id;
      const accounts = await lockAccounts(trx, [into, from]);
      const survivor = accounts.get(into);
      const merge = await trx
        .updateTable('merges')
        .set({ undone_at: sql<Date>`now()` })
        .where(
          'merge_id',
          'in',
          listUndoableMerges(trx).select('merges.merge_id').where('merges.merge_id', '=', mergeId),
        )
        .where('into_account_id', '=', into)
        .where('undone_at', 'is', null)
        .returning(['changes', 'merged_at'])
        .executeTakeFirst();
      if (!merge || !survivor || survivor.merged_into !== null || accounts.get(from)?.merged_into !== into) {
        throw new Problem('UnknownMerge');
      }
      // Only mergeAccounts writes it.
      const changes = merge.changes as unknown as MergeChanges;
      await sql`update accounts set merged_into = null where account_id = ${from}`.execute(trx);
      await restoreAccountRows(trx, { into, from }, changes);
      await promoteSaveCopies(trx, [into, from]);
      await confirmAgain(trx, from, changes.suspended ?? []);
      const stillThere = await hasPortalIdentity(trx, into);
      if (changes.survivor.hadIdentity && !stillThere) {
        throw new Problem(
          'LastIdentity',
          'All that is left to sign in with would go back to the other account. Add another way first.',
        );
      }
      const gained = await trx
        .selectFrom('social_identities')
        .select('type')
        .where('account_id', '=', into)
        .where('game', 'is', null)
        .where('confirmed', 'is', true)
        .where('created_at', '>', merge.merged_at)
        .executeTakeFirst();
      await saveAccountFields(trx, into, restoreAccountFields(survivor, changes.survivor, gained !== undefined));
      await trx
        .deleteFrom('temp_tokens')
        .where('account_id', '=', into)
        .$if(sessionId !== undefined, (query) => query.where('session_id', '<>', sessionId ?? ''))
        .execute();
      await revokeRefreshTokens(trx, into);
      await endSessionsOfAccount(trx, into, sessionId);
      await finish?.(trx, from);
    }),
  );
}

/** Skips identities that another account has proved since. */
async function confirmAgain(trx: Transaction<Tables>, guest: string, suspended: readonly string[]): Promise<void> {
  await sql`
    update social_identities i set confirmed = true
    where account_id = ${guest} and identity_id = any(${[...suspended]}::uuid[]) and not exists (
      select from social_identities other where other.confirmed and other.type = i.type
        and other.external_id = i.external_id and other.game is not distinct from i.game)`.execute(trx);
}
