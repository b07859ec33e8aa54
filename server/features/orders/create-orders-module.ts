// Creates the orders feature with its jobs. Jobs run on any node and may run twice.
import type { JobDefinition } from '#server/jobs/define-job.ts';
import type { JobQueue } from '#server/jobs/jobs.ts';
import { defineAttemptCheckJob } from './checks/check-job.ts';
import { defineOrderExpiryJob } from './checks/expiry-job.ts';
import { defineFinishPurchaseJob } from './claims/finish-job.ts';
import { defineConfirmPaymentJob } from './confirmations/confirm-job.ts';
import { defineReconciliationJob } from './reconciliation/reconciliation-job.ts';
import { createOrderContextReader } from './ordering/read-order-context.ts';
import type { OrdersDeps } from './orders-deps.ts';
import { defineRefundJob } from './refunds/refund-job.ts';
import { defineUnmatchedEventJob } from './webhooks/unmatched-event-job.ts';
import { createFreshSingleFlight, createSingleFlight } from './concurrency/single-flight.ts';

export interface OrdersModule {
  readonly deps: OrdersDeps;
  readonly jobs: readonly JobDefinition[];
}

export type OrdersModuleParts = Omit<
  OrdersDeps,
  | 'readOrderContext'
  | 'sendCheck'
  | 'sendConfirmation'
  | 'sendExpiry'
  | 'sendRefund'
  | 'sendFinish'
  | 'sendUnmatchedEvent'
  | 'paying'
  | 'opening'
  | 'reading'
>;

export function createOrdersModule({
  jobs: queue,
  ...parts
}: OrdersModuleParts & { readonly jobs: JobQueue }): OrdersModule {
  // Jobs enqueue each other, so each reads the finished dependencies when it runs.
  const readDeps = (): OrdersDeps => deps;
  const checks = defineAttemptCheckJob(readDeps, queue);
  const confirmations = defineConfirmPaymentJob(readDeps, queue);
  const expiry = defineOrderExpiryJob(readDeps, queue);
  const refunds = defineRefundJob(readDeps, queue);
  const finishing = defineFinishPurchaseJob(readDeps, queue);
  const unmatched = defineUnmatchedEventJob(readDeps, queue);
  const deps: OrdersDeps = {
    ...parts,
    readOrderContext: createOrderContextReader(parts.database),
    paying: createSingleFlight(),
    opening: createSingleFlight(),
    reading: createFreshSingleFlight(),
    sendCheck: checks.sendCheck,
    sendConfirmation: confirmations.sendConfirmation,
    sendExpiry: expiry.sendExpiry,
    sendRefund: refunds.sendRefund,
    sendFinish: finishing.sendFinish,
    sendUnmatchedEvent: unmatched.sendUnmatchedEvent,
  };
  const jobs = [checks, confirmations, expiry, refunds, finishing, unmatched].map(({ definition }) => definition);
  return { deps, jobs: [...jobs, defineReconciliationJob(deps, queue)] };
}
