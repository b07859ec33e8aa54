// What YooKassa's objects prove, as facts. The charge is the payment itself; a refund has an id of its own. A payment that succeeded
// stays so for ever, whatever goes back of it.
import { Value } from 'typebox/value';
import type { PaymentFact } from '#model/payment-fact.ts';
import { uuid } from '#model/schema.ts';
import { fromYookassaAmount } from './amounts.ts';
import type { Payment, Refund } from './objects.server.ts';

export interface About {
  readonly attemptId: string;
  readonly isTest: boolean;
}

/** Undefined: it is not ours. */
export function attemptIn(metadata: Readonly<Record<string, string>> | undefined): string | undefined {
  const attemptId = metadata?.['attempt_id'];
  return Value.Check(uuid, attemptId) ? attemptId : undefined;
}

export const paidFact = (payment: Payment, about: About): PaymentFact => ({
  kind: 'paid',
  dedupKey: `paid:${payment.id}`,
  ...about,
  providerPaymentId: payment.id,
  transactionId: payment.id,
  ...fromYookassaAmount(payment.amount),
});

export function endFact({ id, cancellation_details: details }: Payment, about: About): PaymentFact {
  const kind = details?.reason === 'expired_on_confirmation' ? 'expired' : 'failed';
  return { kind, dedupKey: `${kind}:${id}`, ...about, providerPaymentId: id };
}

/** Undefined: it is on its way, and nothing has moved. */
export function refundFact(refund: Refund, about: About): PaymentFact | undefined {
  if (refund.status === 'pending') return undefined;
  const ours = ourRefundIn(refund);
  return {
    kind: refund.status === 'succeeded' ? 'refunded' : 'refund-failed',
    dedupKey: `refund:${refund.id}:${refund.status}`,
    ...about,
    providerPaymentId: refund.payment_id,
    transactionId: refund.id,
    chargeId: refund.payment_id,
    ...fromYookassaAmount(refund.amount),
    ...(ours && { refundId: ours.refundId, ofExtra: ours.isExtra }),
  };
}

/** A refund has no field for our id but its description, which YooKassa keeps as it is. */
export const describeRefund = (refundId: string, isExtra: boolean): string =>
  `Refund ${refundId}${isExtra ? extraMark : ''}`;

/** Undefined: it was made in YooKassa's cabinet. */
export function ourRefundIn({ description = '' }: Refund): { refundId: string; isExtra: boolean } | undefined {
  const isExtra = description.endsWith(extraMark);
  const refundId = description.slice('Refund '.length, isExtra ? -extraMark.length : undefined);
  return description.startsWith('Refund ') && Value.Check(uuid, refundId) ? { refundId, isExtra } : undefined;
}

const extraMark = ', paid twice';
