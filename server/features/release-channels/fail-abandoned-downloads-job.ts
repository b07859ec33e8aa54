import type { JobDefinition } from '#server/jobs/define-job.ts';
import { defineRecurringJob } from '#server/jobs/define-recurring-job.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import type { Downloads } from './downloads.ts';

export function defineFailAbandonedDownloadsJob(
  downloads: Downloads,
  { database, jobs, now, log }: Pick<Infrastructure, 'database' | 'jobs' | 'now' | 'log'>,
): JobDefinition {
  return defineRecurringJob({
    name: 'abandoned-downloads',
    everyMs: 600_000,
    leaseSeconds: 300,
    database,
    jobs,
    now,
    run: async ({ signal }) => {
      const failed = await downloads.failAbandoned(signal);
      if (failed > 0) log.info({ failed }, 'Downloads were not completed in time.');
    },
  });
}
