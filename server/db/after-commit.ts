// What is to happen when a transaction has been committed, and only then, and may be lost with the node: whoever waits for it
// also looks by himself now and then. What must not be lost is a job, or a signal in the transaction.
import type { Kysely, Transaction } from 'kysely';
import type { Log } from './log.ts';
import type { Tables } from './tables.ts';

/** Must not throw: the transaction is done, and whoever made it must not be told otherwise. */
export type AfterCommit = (db: Kysely<Tables>, log: Log) => Promise<void>;

/** False: nobody would call it, because the transaction was not begun by `Database.transaction`. */
export function runAfterCommit(trx: Kysely<Tables>, run: AfterCommit): boolean {
  return collecting.get(trx)?.push(run) !== undefined;
}

/** Runs the work of one transaction, and tells what is to happen after it. */
export async function collectAfterCommit<Result>(
  trx: Transaction<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<{ readonly result: Result; readonly afterwards: readonly AfterCommit[] }> {
  const afterwards: AfterCommit[] = [];
  collecting.set(trx, afterwards);
  return { result: await work(trx), afterwards };
}

const collecting = new WeakMap<Kysely<Tables>, AfterCommit[]>();
