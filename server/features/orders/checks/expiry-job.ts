import { Type } from 'typebox';
import { object, uuid } from '#model/schema.ts';
import { defineJob, type JobDefinition } from '#server/jobs/define-job.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { expireOrder } from './expire-order.ts';

interface OrderExpiryJob {
  readonly definition: JobDefinition;
  readonly sendExpiry: OrdersDeps['sendExpiry'];
}

export function defineOrderExpiryJob(deps: () => OrdersDeps, { send }: Pick<Jobs, 'send'>): OrderExpiryJob {
  const definition: JobDefinition<typeof ExpiryData> = defineJob({
    name: 'order-expiry',
    schema: ExpiryData,
    // At least two days: an order does not expire while its provider can't be reached.
    retryLimit: 60,
    backoff: { firstSeconds: 30, maxSeconds: 3600 },
    concurrency: 2,
    run: ({ orderId, round }) => expireOrder(deps(), orderId, round),
  });
  return {
    definition,
    sendExpiry: async (target, orderId, round, startAfter) => {
      await send(target, definition, { orderId, round }, { startAfter, key: `${orderId} ${startAfter.toISOString()}` });
    },
  };
}

const ExpiryData = object({ orderId: uuid, round: Type.Union([Type.Literal(0), Type.Literal(1)]) });
