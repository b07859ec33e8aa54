import type { Infrastructure } from '#server/infrastructure.ts';
import type { JobDefinition } from '#server/jobs/define-job.ts';
import { defineRecurringJob } from '#server/jobs/define-recurring-job.ts';
import { endExpiredBlocks } from './block-account.ts';

export const defineEndExpiredBlocksJob = ({
  database,
  log,
  now,
  jobs,
}: Pick<Infrastructure, 'database' | 'log' | 'now' | 'jobs'>): JobDefinition =>
  defineRecurringJob({
    name: 'end-blocks',
    everyMs: 60_000,
    leaseSeconds: 60,
    database,
    jobs,
    now,
    run: async () => {
      const ended = await endExpiredBlocks(database);
      if (ended > 0) log.info({ ended }, 'Blocks of accounts have ended.');
    },
  });
