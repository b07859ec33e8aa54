import type { Database } from '#server/db/database.ts';
import type { Log } from '#server/db/log.ts';
import type { JobDefinition } from '#server/jobs/define-job.ts';
import { defineRecurringJob } from '#server/jobs/define-recurring-job.ts';
import type { JobQueue } from '#server/jobs/jobs.ts';
import { recomputeGamePopularity } from './recompute-game-popularity.ts';

interface CountPlaysDeps {
  readonly database: Database;
  readonly log: Log;
  readonly now: () => Date;
  readonly jobs: JobQueue;
}

export const defineGamePopularityJob = ({ database, log, now, jobs }: CountPlaysDeps): JobDefinition =>
  defineRecurringJob({
    name: 'count-plays',
    everyMs: 3_600_000,
    leaseSeconds: 300,
    database,
    jobs,
    now,
    run: async () => {
      const games = await recomputeGamePopularity(database);
      log.info({ games }, 'Plays were counted.');
    },
  });
