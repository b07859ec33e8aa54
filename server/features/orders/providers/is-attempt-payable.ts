import type { AttemptRow, OrderRow } from '../order-rows.ts';

/** Whether an attempt can still be paid: its order is unpaid and not expired. */
export function isAttemptPayable(order: OrderRow, attempt: AttemptRow, now: Date): boolean {
  return (
    order.paid_at === null &&
    order.expired_at === null &&
    order.expires_at > now &&
    (order.status === 'Created' || order.status === 'WaitingForPayment') &&
    (attempt.state === 'creating' || attempt.state === 'open') &&
    (attempt.expires_at === null || attempt.expires_at > now)
  );
}
