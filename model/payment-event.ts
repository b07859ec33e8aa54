// What a provider has proved about money. A provider never changes an order: it tells one of these, and the order's own rules
// decide. The same events in any order, told any number of times, end in the same order.
import { Type, type Static } from 'typebox';
import { CurrencyCode } from './money.ts';
import { object, oneOf, text, uuid } from './schema.ts';

export const paymentEventKinds = [
  'paid',
  'failed',
  'expired',
  'refunded',
  'refund-failed',
  'disputed',
  'dispute-lost',
  'dispute-won',
] as const;

export const PaymentEvent = object({
  kind: oneOf(paymentEventKinds),
  /** The same notice twice has the same key; two notices of one thing may have two. */
  dedupKey: text(200, { minLength: 1 }),
  /** Our own id of the attempt, where the provider gives it back. */
  attemptId: Type.Optional(uuid),
  /** Our own id of the order, from who repeats only that: its newest attempt with this provider is meant. */
  orderId: Type.Optional(uuid),
  /** The provider's id of what was opened. Late notices of one attempt must not touch another. */
  providerPaymentId: Type.Optional(text(200, { minLength: 1 })),
  /** The provider's id of the charge, the refund or the dispute itself. Needed where money moved. */
  transactionId: Type.Optional(text(200, { minLength: 1 })),
  /** Of a refund: the charge that it went back from, where the provider tells it. */
  chargeId: Type.Optional(text(200, { minLength: 1 })),
  /** Of a refund: our own id of the request, where the provider gives it back. Absent: it may have been made by hand. */
  refundId: Type.Optional(uuid),
  /** What moved, of this one transaction alone: never a running total. Absent of what went back: all that was paid. */
  amountMinor: Type.Optional(Type.Integer({ minimum: 0 })),
  currency: Type.Optional(CurrencyCode),
  /** No real money: a sandbox, a test card. */
  isTest: Type.Boolean(),
  /** A refund that we asked for because the money was too much: it undoes nothing. */
  isOverpayment: Type.Optional(Type.Boolean()),
});
export type PaymentEvent = Static<typeof PaymentEvent>;
