// Asks for checks of an order that somebody has a reason for; a job makes them.
import type { OrderRow } from '../order-rows.ts';
import type { OrdersDeps } from '../orders-deps.ts';

/**
 * Asks for what is open of an order to be checked, at most once in a few seconds however many ask: of them one finds the attempt due.
 */
export async function wakeCheck(deps: OrdersDeps, order: OrderRow): Promise<void> {
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

/** Asks for what is open of an order to be closed at its provider, once for each attempt. */
export async function wakeCancel(deps: OrdersDeps, order: OrderRow): Promise<void> {
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
