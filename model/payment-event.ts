// A fact about a payment that the provider has proved. The same events give the same order in any sequence and however
// often they arrive.
import { Type, type Static } from 'typebox';
import { CurrencyCode } from './money.ts';
import { instant, object, oneOf, text, uuid } from './schema.ts';

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
  /**
   * A repeated notification has the same key. Two different notifications about one payment may have different keys.
   */
  dedupKey: text(200, { minLength: 1 }),
  attemptId: Type.Optional(uuid),
  /** Our id of the order, for providers that return only that. It means the newest attempt with this provider. */
  orderId: Type.Optional(uuid),
  /** The provider's id of the payment. It keeps late notifications from affecting another attempt. */
  providerPaymentId: Type.Optional(text(200, { minLength: 1 })),
  /** The provider's id of the charge, refund or dispute. Required if money moved. */
  transactionId: Type.Optional(text(200, { minLength: 1 })),
  /** For a refund: the refunded charge, if the provider reports it. */
  chargeId: Type.Optional(text(200, { minLength: 1 })),
  /**
   * For a refund: our id of the request, if the provider returns it. If absent, the refund may have been made by hand.
   */
  refundId: Type.Optional(uuid),
  /**
   * The amount of this transaction, never a running total. If absent from a refund or dispute: everything that was
   * paid.
   */
  amountMinor: Type.Optional(Type.Integer({ minimum: 0 })),
  currency: Type.Optional(CurrencyCode),
  /** Of a dispute: until when the provider accepts evidence. */
  evidenceDueAt: Type.Optional(instant),
  /** No real money moved: a sandbox or a test card. */
  isTest: Type.Boolean(),
  /** A refund of an overpayment that we requested. It does not revoke the purchase. */
  isOverpayment: Type.Optional(Type.Boolean()),
});
export type PaymentEvent = Static<typeof PaymentEvent>;
