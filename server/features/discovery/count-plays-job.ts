import type { Database } from '#server/db/database.ts';
import type { Log } from '#server/db/log.ts';
import { defineRecurringJob, type RecurringJob } from '#server/jobs/define-recurring-job.ts';
import { countPlays } from './count-plays.ts';

export interface CountPlaysDeps {
  readonly database: Database;
  readonly log: Log;
  readonly now: () => Date;
}

export const defineCountPlaysJob = ({ database, log, now }: CountPlaysDeps): RecurringJob =>
  defineRecurringJob({
    name: 'count-plays',
    everyMs: 3_600_000,
    leaseSeconds: 300,
    database,
    now,
    run: async () => {
      const games = await countPlays(database);
      log.info({ games }, 'Plays were counted.');
    },
  });
