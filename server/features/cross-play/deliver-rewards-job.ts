import { defineRecurringJob, type RecurringJobDeclaration } from '#server/jobs/define-recurring-job.ts';
import { deliverWaitingRewards } from './grant-reward.ts';

/** Players come to a game in many ways, so waiting rewards are looked for once a minute. */
export const defineDeliverRewardsJob = (deps: Pick<RecurringJobDeclaration, 'database' | 'jobs' | 'now'>) =>
  defineRecurringJob({
    name: 'deliver-rewards',
    everyMs: 60_000,
    leaseSeconds: 50,
    ...deps,
    run: async () => void (await deliverWaitingRewards(deps.database, deps.now)),
  });
