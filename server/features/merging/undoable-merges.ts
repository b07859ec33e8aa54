import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

/**
 * Merges are undone in reverse order, because a newer one may have moved rows of an older one: only the newest is
 * listed.
 */
export function listUndoableMerges(db: Kysely<Tables>) {
  return db
    .selectFrom('merges')
    .where('merges.undone_at', 'is', null)
    .where('merges.undo_until', '>', sql<Date>`now()`)
    .where((merge) =>
      merge.not(
        merge.exists(
          merge
            .selectFrom('merges as newer')
            .select('newer.merge_id')
            .whereRef('newer.into_account_id', '=', 'merges.into_account_id')
            .whereRef('newer.merged_at', '>', 'merges.merged_at')
            .where('newer.undone_at', 'is', null),
        ),
      ),
    );
}
