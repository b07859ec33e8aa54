// Puts the parts of orders together with their jobs. Jobs run on any node, and what runs in them may run twice.
import type { JobDefinition } from '#server/jobs/define-job.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { createLateQueue } from '#server/jobs/late-queue.ts';
import { defineCheckJob } from './checks/check-job.ts';
import { defineExpiryJob } from './checks/expiry-job.ts';
import { defineFinishJob } from './claims/finish-job.ts';
import { defineConfirmJob } from './confirmations/confirm-job.ts';
import { defineComparisonJob } from './reconciliation/reconciliation-job.ts';
import type { OrdersDeps } from './orders-deps.ts';
import { defineRefundJob } from './refunds/refund-job.ts';
import { createFreshFlight, createSingleFlight } from './turns/single-flight.ts';

export interface Orders {
  readonly deps: OrdersDeps;
  readonly definitions: readonly JobDefinition[];
  /** To be called after startJobs and before anything is ordered. */
  start(jobs: Pick<Jobs, 'send'>): void;
  /** From then on the providers' records are compared with ours once a day. */
  startComparisons(): Promise<void>;
}

export type OrdersParts = Omit<
  OrdersDeps,
  'sendCheck' | 'sendConfirmation' | 'sendExpiry' | 'sendRefund' | 'sendFinish' | 'paying' | 'opening' | 'reading'
>;

export function createOrders(parts: OrdersParts): Orders {
  const queue = createLateQueue();
  // The jobs send each other: each gets all of them when it runs.
  const readDeps = (): OrdersDeps => deps;
  const checks = defineCheckJob(readDeps, queue);
  const confirmations = defineConfirmJob(readDeps, queue);
  const expiry = defineExpiryJob(readDeps, queue);
  const refunds = defineRefundJob(readDeps, queue);
  const finishing = defineFinishJob(readDeps, queue);
  const deps: OrdersDeps = {
    ...parts,
    paying: createSingleFlight(),
    opening: createSingleFlight(),
    reading: createFreshFlight(),
    sendCheck: checks.sendCheck,
    sendConfirmation: confirmations.sendConfirmation,
    sendExpiry: expiry.sendExpiry,
    sendRefund: refunds.sendRefund,
    sendFinish: finishing.sendFinish,
  };
  const comparison = defineComparisonJob(deps, queue);
  return {
    deps,
    definitions: [checks, confirmations, expiry, refunds, finishing, comparison].map(({ definition }) => definition),
    startComparisons: () => comparison.start(),
    start: (jobs) => queue.start(jobs),
  };
}
