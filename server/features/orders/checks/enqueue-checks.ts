import type { OrderRow } from '../order-rows.ts';
import type { OrdersDeps } from '../orders-deps.ts';

export async function enqueueAttemptCheck(deps: OrdersDeps, order: OrderRow): Promise<void> {
  if (order.paid_at !== null) return;
  const now = deps.now();
  await deps.database.transaction(async (trx) => {
    const due = await trx
      .updateTable('payment_attempts')
      .set({ checked_at: now })
      .where('order_id', '=', order.order_id)
      .where('state', 'in', ['creating', 'open'])
      .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<', new Date(now.getTime() - pauseMs))]))
      .returning('attempt_id')
      .execute();
    for (const { attempt_id: attemptId } of due) await deps.sendCheck(trx, { attemptId });
  });
}

export async function enqueueAttemptCancel(deps: OrdersDeps, order: OrderRow): Promise<void> {
  if (order.paid_at !== null) return;
  await deps.database.transaction(async (trx) => {
    const open = await trx
      .selectFrom('payment_attempts')
      .select('attempt_id')
      .where('order_id', '=', order.order_id)
      .where('state', '=', 'open')
      .execute();
    for (const { attempt_id: attemptId } of open)
      await deps.sendCheck(trx, { attemptId, cancel: true }, { key: `${attemptId} cancel` });
  });
}

const pauseMs = 5000;
