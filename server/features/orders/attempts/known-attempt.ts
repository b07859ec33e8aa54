import type { KnownAttempt } from '#payments/port.server.ts';
import type { AttemptRow } from '../order-rows.ts';

/** An attempt as its provider is asked about it. */
export function knownAttempt(attempt: AttemptRow): KnownAttempt {
  return {
    attemptId: attempt.attempt_id,
    orderId: attempt.order_id,
    ...(attempt.provider_payment_id !== null && { providerPaymentId: attempt.provider_payment_id }),
    amountMinor: attempt.amount_minor,
    currency: attempt.currency,
    createdAt: attempt.created_at,
  };
}
