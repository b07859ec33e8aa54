// Counts plays once an hour, on one node: each run sends the next one before it begins, with a key for the hour, so that however many
// nodes start or try again there is one job for an hour, and a run that fails does not end the chain.
import { object } from '#model/schema.ts';
import type { Database } from '#server/db/database.ts';
import type { Log } from '#server/db/log.ts';
import { defineJob, type JobDefinition } from '#server/jobs/define-job.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { countPlays } from './count-plays.ts';

const CountPlaysData = object({});

export interface CountPlaysDeps {
  readonly database: Database;
  readonly log: Log;
  readonly now: () => Date;
}

export interface CountPlaysJob {
  readonly definition: JobDefinition<typeof CountPlaysData>;
  /** Begins the chain. To be called on every node after startJobs and before it works. */
  start(jobs: Pick<Jobs, 'send'>): Promise<void>;
}

export function defineCountPlaysJob({ database, log, now }: CountPlaysDeps): CountPlaysJob {
  let queue: Pick<Jobs, 'send'> | undefined;

  const sendFor = async (hourMs: number): Promise<void> => {
    const jobs = queue;
    if (!jobs)
      throw new Error('The job that counts plays was run before it was started. Call start(jobs) before jobs.work().');
    const hour = new Date(hourMs);
    await database.transaction((trx) => jobs.send(trx, definition, {}, { startAfter: hour, key: hour.toISOString() }));
  };
  const thisHour = (): number => Math.floor(now().getTime() / hourMs) * hourMs;

  const definition: JobDefinition<typeof CountPlaysData> = defineJob({
    name: 'count-plays',
    schema: CountPlaysData,
    retryLimit: 3,
    leaseSeconds: 300,
    concurrency: 1,
    run: async () => {
      await sendFor(thisHour() + hourMs);
      const games = await countPlays(database);
      log.info({ games }, 'Plays were counted.');
    },
  });
  return {
    definition,
    start: async (jobs) => {
      queue = jobs;
      await sendFor(thisHour());
    },
  };
}

const hourMs = 3_600_000;
