// Stores what the buyer's browser reports about a payment. It only triggers a check of the provider's records; it never
// changes status, money or deliveries.
import { Problem } from '#model/problem.ts';
import { enqueueAttemptCancel, enqueueAttemptCheck } from '../checks/enqueue-checks.ts';
import { lockOrder } from '../payment-events/recompute-order.ts';
import { addOrderEvent } from '../payment-events/order-events.ts';
import type { OrderRow } from '../order-rows.ts';
import type { OrdersDeps } from '../orders-deps.ts';

export async function saveBrowserPaymentHint(
  deps: OrdersDeps,
  order: OrderRow,
  hint: 'Completed' | 'Cancelled',
): Promise<OrderRow> {
  const known = await writeHint(deps, order, hint);
  // A buyer who closed the form may still pay elsewhere: the provider cancels the payment if it can, and its records
  // decide.
  await (hint === 'Cancelled' ? enqueueAttemptCancel(deps, known) : enqueueAttemptCheck(deps, known));
  return known;
}

function writeHint(deps: OrdersDeps, order: OrderRow, hint: 'Completed' | 'Cancelled'): Promise<OrderRow> {
  return deps.database.transaction(
    async (trx) => {
      const locked = await lockOrder(trx, order.order_id);
      if (!locked) throw new Problem('NotFound', 'You have no such order.');
      const isOver = locked.status === 'Completed' || locked.status === 'CancelledPaid';
      if (isOver || locked.client_hint === hint) return locked;
      await trx
        .updateTable('orders')
        .set({ client_hint: hint, client_hint_at: deps.now() })
        .where('order_id', '=', order.order_id)
        .execute();
      await addOrderEvent(trx, order.order_id, 'client-hint', { hint });
      return locked;
    },
    { exclusiveKey: order.order_id },
  );
}
