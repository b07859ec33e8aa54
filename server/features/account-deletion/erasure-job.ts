import type { Transaction } from 'kysely';
import { object, uuid } from '#model/schema.ts';
import type { Database } from '#server/db/database.ts';
import type { Log } from '#server/db/log.ts';
import type { Tables } from '#server/db/tables.ts';
import { defineJob, type JobDefinition } from '#server/jobs/define-job.ts';
import type { JobQueue } from '#server/jobs/jobs.ts';
import { eraseAccount } from './erase-account.ts';

const ErasureData = object({ accountId: uuid });

interface ErasureJob {
  readonly definition: JobDefinition<typeof ErasureData>;
  /** Enqueues the job in the transaction, to run at that date. Deduplicated by date. */
  schedule(jobs: JobQueue, trx: Transaction<Tables>, accountId: string, deleteAfter: Date): Promise<void>;
}

export function defineErasureJob({ database, log }: { database: Database; log: Log }): ErasureJob {
  const definition = defineJob({
    name: 'erasure',
    schema: ErasureData,
    retryLimit: 20,
    concurrency: 1,
    run: async ({ accountId }) => {
      const erased = await eraseAccount(database, accountId);
      log.info(
        { accountId, erased },
        erased ? 'An account was erased.' : 'An account was not erased: its erasure was cancelled.',
      );
    },
  });
  return {
    definition,
    schedule: async (jobs, trx, accountId, deleteAfter) => {
      const key = `${accountId} ${deleteAfter.toISOString()}`;
      await jobs.send(trx, definition, { accountId }, { startAfter: deleteAfter, key });
    },
  };
}
