import type { AttemptRow, OrderRow } from '../order-rows.ts';

/** Whether an attempt is still to be paid: nothing has paid its order, and there is time. */
export function isPayable(order: OrderRow, attempt: AttemptRow, now: Date): boolean {
  return (
    order.paid_at === null &&
    order.expired_at === null &&
    order.expires_at > now &&
    (order.status === 'Created' || order.status === 'WaitingForPayment') &&
    (attempt.state === 'creating' || attempt.state === 'open') &&
    (attempt.expires_at === null || attempt.expires_at > now)
  );
}
