// Confirms a granted purchase to the platform (such as consuming it), as a job: without the confirmation the platform
// refunds the player after some days. Repeating it is harmless.
import { object, uuid } from '#model/schema.ts';
import { defineJob, type JobDefinition } from '#server/jobs/define-job.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { requireAttemptAccount } from '../providers/provider-account.ts';

interface FinishPurchaseJob {
  readonly definition: JobDefinition;
  readonly sendFinish: NonNullable<OrdersDeps['sendFinish']>;
}

export function defineFinishPurchaseJob(deps: () => OrdersDeps, { send }: Pick<Jobs, 'send'>): FinishPurchaseJob {
  const definition: JobDefinition<typeof FinishData> = defineJob({
    name: 'purchase-finish',
    schema: FinishData,
    // About three days: after that platforms refund an unconfirmed purchase.
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
