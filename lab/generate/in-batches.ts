import { sql, type Transaction } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';

export interface PartOptions {
  readonly count: number;
  readonly now: Date;
  readonly reportProgress: (done: number) => void;
}

/** Calls `insert` with the numbers from `first` to `last`, each batch in its own transaction. */
export async function inBatches(
  database: Database,
  { count, reportProgress }: PartOptions,
  size: number,
  insert: (trx: Transaction<Tables>, first: number, last: number) => Promise<void>,
): Promise<void> {
  for (let first = 1; first <= count; first += size) {
    const last = Math.min(count, first + size - 1);
    await database.transaction(async (trx) => {
      await sql`set local statement_timeout = '5min'`.execute(trx);
      // A crash loses the last batches at most, and the command can be repeated.
      await sql`set local synchronous_commit = off`.execute(trx);
      await insert(trx, first, last);
    });
    reportProgress(last);
  }
}
