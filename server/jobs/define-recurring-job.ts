// Work that is done again and again, on one node: each run sends the next one before it begins, with a key for its turn, so that
// however many nodes start or try again there is one job for a turn, and a run that fails does not end the chain.
import { object } from '#model/schema.ts';
import type { Database } from '#server/db/database.ts';
import { defineJob, type JobDefinition, type JobRun } from './define-job.ts';
import type { Jobs } from './jobs.ts';

const NoData = object({});

export interface RecurringJob {
  readonly definition: JobDefinition<typeof NoData>;
  /** Begins the chain. To be called on every node after startJobs and before it works. */
  start(jobs: Pick<Jobs, 'send'>): Promise<void>;
}

export interface RecurringJobDeclaration {
  readonly name: string;
  readonly everyMs: number;
  readonly leaseSeconds: number;
  readonly database: Database;
  readonly now: () => Date;
  readonly run: (run: JobRun) => Promise<void>;
}

export function defineRecurringJob(declaration: RecurringJobDeclaration): RecurringJob {
  const { name, everyMs, leaseSeconds, database, now } = declaration;
  let queue: Pick<Jobs, 'send'> | undefined;

  const sendFor = async (turnMs: number): Promise<void> => {
    const jobs = queue;
    if (!jobs) throw new Error(`The job ${name} was run before it was started. Call start(jobs) before jobs.work().`);
    const turn = new Date(turnMs);
    await database.transaction((trx) => jobs.send(trx, definition, {}, { startAfter: turn, key: turn.toISOString() }));
  };
  const thisTurn = (): number => Math.floor(now().getTime() / everyMs) * everyMs;

  const definition: JobDefinition<typeof NoData> = defineJob({
    name,
    schema: NoData,
    retryLimit: 3,
    leaseSeconds,
    concurrency: 1,
    run: async (_, run) => {
      await sendFor(thisTurn() + everyMs);
      await declaration.run(run);
    },
  });
  return {
    definition,
    start: async (jobs) => {
      queue = jobs;
      await sendFor(thisTurn());
    },
  };
}
