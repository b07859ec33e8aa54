// Work to do after a transaction has committed. It is lost if the node dies, so it only speeds up what is also polled.
// For anything that must not be lost, use a job, or a signal inside the transaction.
import type { Kysely, Transaction } from 'kysely';
import type { Log } from './log.ts';
import type { Tables } from './tables.ts';

/** Must not throw: the transaction has already committed. */
type AfterCommit = (db: Kysely<Tables>, log: Log) => Promise<void>;

/** False: the transaction was not started by `Database.transaction`, so the work would never run. */
export function scheduleAfterCommit(trx: Kysely<Tables>, run: AfterCommit): boolean {
  return collecting.get(trx)?.push(run) !== undefined;
}

export async function collectAfterCommit<Result>(
  trx: Transaction<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<{ readonly result: Result; readonly afterwards: readonly AfterCommit[] }> {
  const afterwards: AfterCommit[] = [];
  collecting.set(trx, afterwards);
  return { result: await work(trx), afterwards };
}

const collecting = new WeakMap<Kysely<Tables>, AfterCommit[]>();
