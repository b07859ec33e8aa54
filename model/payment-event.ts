// What a provider's notice or reply becomes before the order sees it. A provider never changes an order: it produces
// one of these, and the order's own state machine decides.
import { Type, type Static } from 'typebox';
import { CurrencyCode } from './money.ts';
import { PublicOrderId } from './order.ts';
import { object, oneOf, text } from './schema.ts';

export const PaymentEvent = object({
  kind: oneOf(['paid', 'failed', 'expired', 'refunded', 'disputed', 'dispute-won']),
  provider: text(40),
  /** The same notice twice has the same key. */
  dedupKey: text(200),
  orderId: Type.Optional(PublicOrderId),
  /** The provider's own id of the payment: late notices of one attempt must not touch another. */
  providerPaymentId: text(200),
  amountMinor: Type.Optional(Type.Integer({ minimum: 0 })),
  currency: Type.Optional(CurrencyCode),
  isTest: Type.Boolean(),
});
export type PaymentEvent = Static<typeof PaymentEvent>;
