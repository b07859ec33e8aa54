import type { Database } from '#server/db/database.ts';
import type { Log } from '#server/db/log.ts';
import { defineRecurringJob, type RecurringJob } from '#server/jobs/define-recurring-job.ts';
import { cleanUp } from './clean-up.ts';

export interface CleanUpJobDeps {
  readonly database: Database;
  readonly log: Log;
  readonly now: () => Date;
}

export const defineCleanUpJob = ({ database, log, now }: CleanUpJobDeps): RecurringJob =>
  defineRecurringJob({
    name: 'clean-up',
    everyMs: 3_600_000,
    leaseSeconds: 300,
    database,
    now,
    run: async ({ signal }) => {
      const removed = await cleanUp(database, { signal });
      log.info({ removed }, 'What had expired was removed.');
    },
  });
