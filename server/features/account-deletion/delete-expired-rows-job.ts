import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { Log } from '#server/db/log.ts';
import type { JobDefinition } from '#server/jobs/define-job.ts';
import { defineRecurringJob } from '#server/jobs/define-recurring-job.ts';
import type { JobQueue } from '#server/jobs/jobs.ts';
import { deleteExpiredRows } from './delete-expired-rows.ts';

interface CleanUpJobDeps {
  readonly config: Pick<Config, 'auditDays'>;
  readonly database: Database;
  readonly log: Log;
  readonly now: () => Date;
  readonly jobs: JobQueue;
}

export const defineDeleteExpiredRowsJob = ({ config, database, log, now, jobs }: CleanUpJobDeps): JobDefinition =>
  defineRecurringJob({
    name: 'clean-up',
    everyMs: 3_600_000,
    leaseSeconds: 300,
    database,
    jobs,
    now,
    run: async ({ signal }) => {
      const removed = await deleteExpiredRows(database, { auditDays: config.auditDays, signal });
      log.info({ removed }, 'Expired rows were removed.');
    },
  });
