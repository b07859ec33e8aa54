// From Stripe's objects to facts. A notice and a read of the same thing tell the same transaction: the payment intent for a
// charge, the refund and the dispute by their own ids.
import { Value } from 'typebox/value';
import type { PaymentFact } from '#model/payment-fact.ts';
import { uuid } from '#model/schema.ts';
import { fromStripeAmount } from './amounts.ts';
import { idOf, type Dispute, type Refund, type Session } from './objects.server.ts';

/** What a fact is about, whoever tells it. */
export interface About {
  readonly attemptId: string;
  readonly isTest: boolean;
  readonly dedupKey: string;
}

/** Our attempt, as we wrote it into Stripe's objects; undefined: it is not ours. */
export function attemptIn(metadata: Readonly<Record<string, string>> | null | undefined): string | undefined {
  const attemptId = metadata?.['attempt_id'];
  return Value.Check(uuid, attemptId) ? attemptId : undefined;
}

/** Without an amount nothing was said about money. */
export function paidFact(session: Session, { attemptId, isTest, dedupKey }: About): PaymentFact {
  const { id, amount_total: amount, currency } = session;
  if (amount === null || currency === null) throw new Error(`Stripe says that ${id} is paid, and not how much it is.`);
  return {
    kind: 'paid',
    dedupKey,
    attemptId,
    providerPaymentId: id,
    // A session that cost nothing has no intent.
    transactionId: idOf(session.payment_intent) ?? id,
    ...fromStripeAmount(amount, currency),
    isTest,
  };
}

export const endFact = (kind: 'failed' | 'expired', session: Session, about: About): PaymentFact => ({
  kind,
  ...about,
  providerPaymentId: session.id,
});

/** Undefined: it is on its way, and nothing has moved. */
export function refundFact(refund: Refund, about: About): PaymentFact | undefined {
  const kind = refundKinds.get(refund.status ?? '');
  if (kind === undefined) return undefined;
  // What we wrote into it comes back; one that was made in the dashboard has nothing of it.
  const { is_extra: extra, refund_id: refundId } = refund.metadata ?? {};
  const chargeId = idOf(refund.payment_intent);
  return {
    kind,
    ...about,
    transactionId: refund.id,
    ...(chargeId !== undefined && { chargeId }),
    ...(Value.Check(uuid, refundId) && { refundId }),
    ...fromStripeAmount(refund.amount, refund.currency),
    ...(extra !== undefined && { ofExtra: extra === 'true' }),
  };
}

/** Undefined: an inquiry, or one that was prevented. No money has moved. */
export function disputeFact(dispute: Dispute, about: About): PaymentFact | undefined {
  const kind = disputeKinds.get(dispute.status);
  if (kind === undefined) return undefined;
  return { kind, ...about, transactionId: dispute.id, ...fromStripeAmount(dispute.amount, dispute.currency) };
}

export const isPaid = ({ payment_status: status }: Session): boolean =>
  status === 'paid' || status === 'no_payment_required';

const refundKinds = new Map<string, 'refunded' | 'refund-failed'>([
  ['succeeded', 'refunded'],
  ['failed', 'refund-failed'],
  ['canceled', 'refund-failed'],
]);

const disputeKinds = new Map<string, 'disputed' | 'dispute-lost' | 'dispute-won'>([
  ['needs_response', 'disputed'],
  ['under_review', 'disputed'],
  ['won', 'dispute-won'],
  ['lost', 'dispute-lost'],
]);
