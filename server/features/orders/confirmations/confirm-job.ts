import { Type } from 'typebox';
import { object, text, uuid } from '#model/schema.ts';
import { defineJob, type JobDefinition } from '#server/jobs/define-job.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { confirmPayment } from './confirm-payment.ts';

interface ConfirmPaymentJob {
  readonly definition: JobDefinition;
  readonly sendConfirmation: OrdersDeps['sendConfirmation'];
}

export function defineConfirmPaymentJob(deps: () => OrdersDeps, { send }: Pick<Jobs, 'send'>): ConfirmPaymentJob {
  const definition: JobDefinition<typeof ConfirmData> = defineJob({
    name: 'payment-confirm',
    schema: ConfirmData,
    retryLimit: 20,
    backoff: { firstSeconds: 2, maxSeconds: 60 },
    concurrency: 4,
    run: (data) => confirmPayment(deps(), data),
  });
  return {
    definition,
    sendConfirmation: async (trx, { attemptId, amountMinor, currency, key }) => {
      await send(trx, definition, { attemptId, amountMinor, currency }, { key: `${attemptId} ${key}` });
    },
  };
}

const ConfirmData = object({ attemptId: uuid, amountMinor: Type.Integer(), currency: text(20) });
