// A job that repeats on one of the nodes. Each run first queues the next one with a key for its turn, so there is one
// job per turn however many nodes start or retry, and a failed run doesn't break the chain.
import { object } from '#model/schema.ts';
import type { Database } from '#server/db/database.ts';
import { defineJob, type JobDefinition, type JobContext } from './define-job.ts';
import type { JobQueue } from './jobs.ts';

const NoData = object({});

export interface RecurringJobDeclaration {
  readonly name: string;
  readonly everyMs: number;
  readonly leaseSeconds: number;
  readonly database: Database;
  readonly jobs: JobQueue;
  readonly now: () => Date;
  readonly run: (run: JobContext) => Promise<void>;
}

export function defineRecurringJob(declaration: RecurringJobDeclaration): JobDefinition<typeof NoData> {
  const { name, everyMs, leaseSeconds, database, jobs, now } = declaration;
  const sendFor = async (turnMs: number): Promise<void> => {
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
    schedule: () => sendFor(thisTurn()),
    run: async (_, run) => {
      await sendFor(thisTurn() + everyMs);
      await declaration.run(run);
    },
  });
  return definition;
}
