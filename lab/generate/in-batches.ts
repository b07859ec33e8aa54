import { sql, type Transaction } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';

export interface PartOptions {
  readonly count: number;
  readonly now: Date;
  readonly reportProgress: (done: number) => void;
}

/**
 * Calls `insert` with the numbers from `first` to `last`, each batch in its own transaction.
 *
 * @param batch `isConsistent`: triggers and checks of references, which take longer than the rows, are left out if the
 *   user of the database may do that
 */
export async function inBatches(
  database: Database,
  { count, reportProgress }: PartOptions,
  { size, isConsistent = false }: { readonly size: number; readonly isConsistent?: boolean },
  insert: (trx: Transaction<Tables>, first: number, last: number) => Promise<void>,
): Promise<void> {
  for (let first = 1; first <= count; first += size) {
    const last = Math.min(count, first + size - 1);
    await database.transaction(async (trx) => {
      await sql`set local statement_timeout = '5min'`.execute(trx);
      // A crash loses the last batches at most, and the command can be repeated.
      await sql`set local synchronous_commit = off`.execute(trx);
      if (isConsistent)
        await sql`
          select set_config('session_replication_role', 'replica', true) where current_setting('is_superuser') = 'on'
        `.execute(trx);
      await insert(trx, first, last);
    });
    reportProgress(last);
  }
}
