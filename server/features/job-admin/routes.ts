// Operators' calls about the job queues. What a job contains is never shown.
import { Problem } from '#model/problem.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { describeJobError } from '#server/jobs/describe-job-error.ts';
import { countJobs, listDeadJobs, listJobNames } from '#server/jobs/read-jobs.ts';
import { discardDeadJobs, retryDeadJobs, type DeadJobs } from '#server/jobs/retry-dead-jobs.ts';
import type { Infrastructure } from '#server/infrastructure.ts';

export type JobAdminDeps = Pick<Infrastructure, 'database' | 'log'>;

export function createOperatorJobRoutes(deps: JobAdminDeps): AreaHandlers<'operatorJobs'> {
  const { kysely } = deps.database;
  const change = async (
    work: (deps: JobAdminDeps, dead: DeadJobs) => Promise<number>,
    dead: DeadJobs,
    noChange: () => void,
  ): Promise<{ Count: number }> => {
    const names = await listJobNames(kysely);
    if (!names.includes(dead.job)) throw new Problem('NotFound', `There is no job ${dead.job}.`);
    const Count = await work(deps, dead);
    if (Count === 0 && dead.id !== undefined)
      throw new Problem('NotFound', `There is no failed job ${dead.id} of ${dead.job}.`);
    if (Count === 0) noChange();
    return { Count };
  };
  return {
    counts: async () => ({
      Jobs: await listJobNames(kysely),
      Counts: (await countJobs(kysely)).map(({ job, state, count, oldestSeconds }) => ({
        Job: job,
        State: state,
        Count: count,
        OldestSeconds: oldestSeconds,
      })),
    }),
    failed: async ({ query: { Job, BeforeId, Limit = 50 } }) => {
      const dead = await listDeadJobs(kysely, { job: Job, before: BeforeId, limit: Limit });
      return {
        Jobs: dead.map(({ id, job, failedAt, tries, error }) => ({
          JobId: id,
          Job: job,
          FailedAt: failedAt.toISOString(),
          Tries: tries,
          ...(error !== null && { Error: describeJobError(error) }),
        })),
      };
    },
    retry: ({ body: { Job, JobId, Reason }, audit }) =>
      change(retryDeadJobs, { job: Job, id: JobId, record: audit.change, reason: Reason }, audit.noChange),
    discard: ({ body: { Job, JobId, Reason }, audit }) =>
      change(discardDeadJobs, { job: Job, id: JobId, record: audit.change, reason: Reason }, audit.noChange),
  };
}
