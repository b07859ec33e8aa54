// What a platform has to be told of a purchase once it is granted, such as that it is used up: as a job, because the platform gives
// the money back after some days if it never hears of it. It bears being told twice.
import { object, uuid } from '#model/schema.ts';
import { defineJob, type JobDefinition } from '#server/jobs/define-job.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { requireAttemptAccount } from '../providers/provider-account.ts';

export interface FinishJob {
  readonly definition: JobDefinition;
  readonly sendFinish: NonNullable<OrdersDeps['sendFinish']>;
}

export function defineFinishJob(deps: () => OrdersDeps, { send }: Pick<Jobs, 'send'>): FinishJob {
  const definition: JobDefinition<typeof FinishData> = defineJob({
    name: 'purchase-finish',
    schema: FinishData,
    // About three days: who has not heard of it by then gives the money back.
    retryLimit: 80,
    backoff: { firstSeconds: 10, maxSeconds: 3600 },
    concurrency: 2,
    run: ({ attemptId }) => finishPurchase(deps(), attemptId),
  });
  return {
    definition,
    sendFinish: async (trx, provider, attemptId) => {
      const { adapter } = deps().providers.find(({ folder }) => folder === provider) ?? {};
      if (adapter?.finish) await send(trx, definition, { attemptId }, { key: attemptId });
    },
  };
}

const FinishData = object({ attemptId: uuid });

async function finishPurchase(deps: OrdersDeps, attemptId: string): Promise<void> {
  const attempt = await deps.database.kysely
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.order_id', 'payment_attempts.order_id')
    .selectAll('payment_attempts')
    .select(['orders.game', 'orders.product'])
    .where('attempt_id', '=', attemptId)
    .executeTakeFirstOrThrow();
  const account = await requireAttemptAccount(deps, attempt, attempt.game);
  await account.finishPurchase(attempt, attempt.product.type === 'Consumable');
}
