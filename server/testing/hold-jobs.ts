// Jobs for slice tests: they are kept as they are sent and run when the test says so, those whose time has come by the test's own
// clock. What failed stays and is due again. A job of a transaction that was rolled back is kept as well: whatever runs must bear it.
import { randomUUID } from 'node:crypto';
import type { JobDefinition } from '#server/jobs/define-job.ts';
import type { Jobs } from '#server/jobs/jobs.ts';

export interface HeldJob {
  readonly job: JobDefinition;
  readonly data: unknown;
  readonly startAfter: Date | undefined;
}

export interface HeldJobs extends Pick<Jobs, 'send'> {
  /** What waits, in the order in which it was sent. */
  readonly held: readonly HeldJob[];
  /** Runs everything that is due, also what comes of it, and tells how many ran. Throws what a job throws. */
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
