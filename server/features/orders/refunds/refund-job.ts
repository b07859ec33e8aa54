import { object, uuid } from '#model/schema.ts';
import { defineJob, type JobDefinition } from '#server/jobs/define-job.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { sendRefundToProvider } from './send-refund-to-provider.ts';
import type { EnqueueRefund } from './issue-refunds.ts';

interface RefundJob {
  readonly definition: JobDefinition;
  readonly sendRefund: EnqueueRefund;
}

export function defineRefundJob(deps: () => OrdersDeps, { send }: Pick<Jobs, 'send'>): RefundJob {
  const definition: JobDefinition<typeof RefundData> = defineJob({
    name: 'refund',
    schema: RefundData,
    retryLimit: 60,
    backoff: { firstSeconds: 10, maxSeconds: 3600 },
    concurrency: 2,
    run: ({ refundId }) => sendRefundToProvider(deps(), refundId),
  });
  return {
    definition,
    sendRefund: async (trx, refundId) => {
      await send(trx, definition, { refundId }, { key: refundId });
    },
  };
}

const RefundData = object({ refundId: uuid });
