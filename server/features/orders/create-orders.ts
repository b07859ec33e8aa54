// Puts the parts of orders together with their jobs. Jobs run on any node, and what runs in them may run twice.
import type { Transaction } from 'kysely';
import { Type } from 'typebox';
import { object, uuid } from '#model/schema.ts';
import type { Tables } from '#server/db/tables.ts';
import { defineJob, type JobDefinition } from '#server/jobs/define-job.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { runCheck } from './checks/run-check.ts';
import { checkSteps } from './checks/check-schedule.ts';
import { comparisonJob } from './comparison/comparison-job.ts';
import { expireOrder } from './checks/expire-order.ts';
import type { CheckToSend, OrdersDeps } from './orders-deps.ts';
import { refundPayment } from './refunds/refund-payment.ts';
import { createFreshFlight, createSingleFlight } from './turns/single-flight.ts';
import { createTurns } from './turns/take-turns.ts';

export interface Orders {
  readonly deps: OrdersDeps;
  readonly definitions: readonly JobDefinition[];
  /** To be called after startJobs and before anything is ordered. */
  start(jobs: Pick<Jobs, 'send'>): void;
  /** From then on the providers' books are compared with ours once a day. */
  startComparisons(): Promise<void>;
}

export type OrdersParts = Omit<
  OrdersDeps,
  'sendCheck' | 'sendExpiry' | 'sendRefund' | 'inTurn' | 'paying' | 'opening' | 'reading'
>;

export function createOrders(parts: OrdersParts): Orders {
  let queue: Pick<Jobs, 'send'> | undefined;
  const send: Jobs['send'] = (...job) => {
    if (!queue) throw new Error('An order was touched before its jobs were started. Call start(jobs) first.');
    return queue.send(...job);
  };
  const deps: OrdersDeps = {
    ...parts,
    inTurn: createTurns(),
    paying: createSingleFlight(),
    opening: createSingleFlight(),
    reading: createFreshFlight(),
    sendCheck: async (trx, check, when) => void (await send(trx, checks, stored(check), when)),
    sendExpiry: async (trx, orderId, round, startAfter) =>
      void (await send(trx, expiry, { orderId, round }, { startAfter, key: `${orderId} ${startAfter.toISOString()}` })),
    sendRefund: sendRefundBy(send, () => refunds),
  };
  const checks = defineJob({
    name: 'payment-check',
    schema: CheckData,
    // The next one of the schedule comes anyway.
    retryLimit: 3,
    backoff: { firstSeconds: 10, longestSeconds: 300 },
    concurrency: 4,
    run: (data) => runCheck(deps, data),
  });
  const expiry = defineJob({
    name: 'order-expiry',
    schema: object({ orderId: uuid, round: Type.Union([Type.Literal(0), Type.Literal(1)]) }),
    // An order is not given up while its provider cannot be read: two days at least.
    retryLimit: 60,
    backoff: { firstSeconds: 30, longestSeconds: 3600 },
    concurrency: 2,
    run: ({ orderId, round }) => expireOrder(deps, orderId, round),
  });
  const refunds = defineJob({ ...refundJob, run: ({ refundId }) => refundPayment(deps, refundId) });
  const comparison = comparisonJob(deps, send);
  return {
    deps,
    definitions: [checks, expiry, refunds, comparison.definition],
    startComparisons: () => comparison.start(),
    start: (jobs) => {
      queue = jobs;
    },
  };
}

const CheckData = object({
  attemptId: uuid,
  step: Type.Optional(Type.Integer({ minimum: 0, maximum: checkSteps })),
  cancel: Type.Optional(Type.Boolean()),
});

const refundJob = {
  name: 'refund',
  schema: object({ refundId: uuid }),
  retryLimit: 60,
  backoff: { firstSeconds: 10, longestSeconds: 3600 },
  concurrency: 2,
} as const;

type RefundJob = JobDefinition<(typeof refundJob)['schema']>;

function sendRefundBy(send: Jobs['send'], job: () => RefundJob) {
  return async (trx: Transaction<Tables>, refundId: string): Promise<void> =>
    void (await send(trx, job(), { refundId }, { key: refundId }));
}

function stored({ attemptId, step, cancel }: CheckToSend) {
  return { attemptId, ...(step !== undefined && { step }), ...(cancel !== undefined && { cancel }) };
}
