// Holds jobs for tests, which run those that are due by the test's clock. Failed jobs stay and are due again. Jobs of
// rolled-back transactions are held too, so `run` must cope with them.
import { randomUUID } from 'node:crypto';
import type { JobDefinition } from '#server/jobs/define-job.ts';
import type { Jobs } from '#server/jobs/jobs.ts';

export interface HeldJob {
  readonly job: JobDefinition;
  readonly data: unknown;
  readonly startAfter: Date | undefined;
}

export interface HeldJobs extends Pick<Jobs, 'send'> {
  readonly held: readonly HeldJob[];
  /** Runs all due jobs, including those that they send, and returns how many ran. Throws a job's error. */
  runDue(name?: string): Promise<number>;
}

export function holdJobs(now: () => Date): HeldJobs {
  const held: HeldJob[] = [];
  const keys = new Set<string>();
  const isDue = (name: string | undefined) => (each: HeldJob) =>
    (name === undefined || each.job.name === name) && (each.startAfter === undefined || each.startAfter <= now());
  return {
    held,
    send: async (_, job, data, { startAfter, key } = {}) => {
      if (key !== undefined && keys.has(`${job.name} ${key}`)) return undefined;
      if (key !== undefined) keys.add(`${job.name} ${key}`);
      held.push({ job, data, startAfter });
      return randomUUID();
    },
    runDue: async (name) => {
      let count = 0;
      for (let next = held.find(isDue(name)); next; next = held.find(isDue(name))) {
        const { job, data } = next;
        await job.run(data, { id: randomUUID(), attempt: 1, signal: new AbortController().signal });
        held.splice(held.indexOf(next), 1);
        count += 1;
      }
      return count;
    },
  };
}
