// Orders for operators: finding them, the story of one, refunds, deliveries and evidence.
import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { CurrencyCode } from '#model/money.ts';
import { OrderStatus, PublicOrderId } from '#model/order.ts';
import { paymentEventKinds } from '#model/payment-event.ts';
import { route } from '#model/route.ts';
import { instant, object, oneOf, text, uuid } from '#model/schema.ts';

const AmountMinor = Type.Integer({ description: 'In minor units of the currency, such as cents' });

export const OperatorOrder = object({
  OrderId: PublicOrderId,
  Game: text(64),
  GameUid: text(200, { description: "The game's id of the player" }),
  AccountId: Type.Optional({ ...uuid, description: 'Absent: the account was erased' }),
  Platform: text(60),
  Sku: text(200),
  ProductName: text(200),
  Quantity: Type.Integer({ minimum: 1 }),
  AmountMinor,
  Currency: CurrencyCode,
  Status: OrderStatus,
  PaidMinor: AmountMinor,
  RefundedMinor: AmountMinor,
  IsTest: Type.Boolean({ description: 'Paid with test money' }),
  Payments: Type.Array(object({ Provider: text(60), PaymentId: Type.Optional(text(200)) })),
  CreatedAt: instant,
  PaidAt: Type.Optional(instant),
});

/** A valid event of a provider about a payment that no order has. */
export const UnmatchedPaymentEvent = object({
  Provider: text(60),
  Account: Type.Optional(text(63, { description: "The game whose account it is. Absent: the portal's account" })),
  EventId: text(200, { description: 'Unique within the account' }),
  Kind: oneOf(paymentEventKinds),
  PaymentId: Type.Optional(text(200)),
  TransactionId: Type.Optional(text(200)),
  AmountMinor: Type.Optional(AmountMinor),
  Currency: Type.Optional(CurrencyCode),
  IsTest: Type.Boolean(),
  ReceivedAt: instant,
});

export const OrderAttempt = object({
  AttemptId: uuid,
  Number: Type.Integer(),
  Provider: text(60),
  Account: Type.Optional(text(63, { description: "The game whose account it is. Absent: the portal's account" })),
  State: oneOf(['creating', 'open', 'failed', 'expired']),
  PaymentId: Type.Optional(text(200)),
  AmountMinor,
  Currency: CurrencyCode,
  Checks: Type.Integer({ description: "How often the provider's record was read" }),
  CheckedAt: Type.Optional(instant),
  CreatedAt: instant,
  ExpiresAt: Type.Optional(instant),
});

export const OrderLedgerEntry = object({
  At: instant,
  Kind: oneOf(['charged', 'refunded', 'refund-failed', 'disputed', 'dispute-lost', 'dispute-won']),
  Provider: text(60),
  TransactionId: text(200),
  AttemptId: uuid,
  AmountMinor,
  Currency: CurrencyCode,
  IsTest: Type.Boolean(),
  IsOverpayment: Type.Boolean(),
  EvidenceDueAt: Type.Optional({ ...instant, description: "Of a dispute: the provider's deadline for evidence" }),
});

export const OrderRefund = object({
  RefundId: uuid,
  AttemptId: uuid,
  TransactionId: text(200, { description: 'The refunded charge' }),
  AmountMinor,
  Currency: CurrencyCode,
  Reason: oneOf(['overpayment', 'undone', 'undeliverable', 'operator', 'player']),
  State: oneOf(['requested', 'sent', 'done', 'refused']),
  ProviderRefundId: Type.Optional(text(200)),
  CreatedAt: instant,
  UpdatedAt: instant,
});

export const DeliveryAttempt = object({
  Number: Type.Integer(),
  StartedAt: instant,
  EndedAt: Type.Optional(instant),
  Status: Type.Optional(Type.Integer({ description: 'The HTTP status of the response' })),
  Fault: Type.Optional(text(300, { description: 'Why there was no response' })),
  Response: Type.Optional(text(500, { description: 'The beginning of a response that was no success' })),
});

export const DeliveryType = oneOf(['order.paid', 'order.revoked', 'quest.reward']);
export const DeliveryStateName = oneOf(['pending', 'acknowledged', 'dead', 'dropped'], {
  description: '`dead`: given up after days. `dropped`: refunded before it was sent',
});

export const OrderDelivery = object({
  DeliveryId: uuid,
  Type: DeliveryType,
  State: DeliveryStateName,
  AcknowledgedBy: Type.Optional(oneOf(['webhook', 'pull', 'page'])),
  CreatedAt: instant,
  NextAttemptAt: Type.Optional(instant),
  EndedAt: Type.Optional(instant),
  Attempts: Type.Array(DeliveryAttempt),
});

export const PaymentDiscrepancy = object({
  FoundAt: instant,
  Kind: oneOf([
    'applied-late',
    'unknown-order',
    'mismatch',
    'amount-mismatch',
    'missing-at-provider',
    'price-mismatch',
    'not-sold',
    'dispute-reversed',
    'transaction-conflict',
  ]),
  Provider: text(60),
  Account: Type.Optional(text(63)),
  EventKind: oneOf(paymentEventKinds),
  TransactionId: text(200),
  OrderId: Type.Optional(uuid),
  AmountMinor: Type.Optional(AmountMinor),
  Currency: Type.Optional(CurrencyCode),
  Detail: Type.Optional(text(1000)),
});

export const OrderStoryEvent = object({
  At: instant,
  Source: oneOf(['Order', 'Delivery', 'Discrepancy', 'Operator']),
  Kind: text(200, { description: "The kind of the event; of an operator's action, the call or command" }),
  Detail: Type.Record(text(40), text(1000)),
});

export const OrderStory = object({
  Order: OperatorOrder,
  PlayerName: Type.Optional(text(200)),
  Country: Type.Optional(text(3)),
  ExpiresAt: instant,
  CompletedAt: Type.Optional(instant),
  RefundableMinor: Type.Integer({ description: 'What is left to refund' }),
  Attempts: Type.Array(OrderAttempt),
  Ledger: Type.Array(OrderLedgerEntry),
  PaymentEvents: Type.Array(
    object({
      ReceivedAt: instant,
      Provider: text(60),
      EventId: text(200),
      Kind: oneOf(paymentEventKinds),
      Outcome: oneOf(['applied', 'no-change', 'anomaly', 'quarantined']),
      AmountMinor: Type.Optional(AmountMinor),
      Currency: Type.Optional(CurrencyCode),
    }),
  ),
  Refunds: Type.Array(OrderRefund),
  Deliveries: Type.Array(OrderDelivery),
  Discrepancies: Type.Array(PaymentDiscrepancy),
  Timeline: Type.Array(OrderStoryEvent),
});

/** What a refund would send back, so that a person can confirm exactly that. */
export const RefundPlan = object({
  AttemptId: uuid,
  TransactionId: text(200, { description: 'The charge that would be refunded' }),
  Provider: text(100),
  AmountMinor,
  Currency: CurrencyCode,
});

const Reason = text(1000, { minLength: 1, description: 'Why, for the audit log' });
const OptionalReason = Type.Optional(text(1000, { description: 'Why, for the audit log' }));

export const operatorOrderRoutes = {
  list: route({
    method: 'GET',
    path: '/operator/orders',
    access: ['operator'],
    permission: 'orders.read',
    summary: 'Orders, newest first.',
    query: object({
      Status: Type.Optional(OrderStatus),
      Game: Type.Optional(GameName),
      Platform: Type.Optional(text(60)),
      Provider: Type.Optional(text(60)),
      Currency: Type.Optional(CurrencyCode),
      Since: Type.Optional(instant),
      Until: Type.Optional(instant),
      Amount: Type.Optional(
        text(20, { pattern: '^\\d{1,12}(\\.\\d{1,4})?$', description: 'In major units, such as 4.99' }),
      ),
      Player: Type.Optional(text(254, { description: 'Account id, email, name, or id in a game' })),
      BeforeOrderId: Type.Optional({ ...PublicOrderId, description: 'The next page: older than this order' }),
      Limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Default: 50' })),
    }),
    reply: object({ Orders: Type.Array(OperatorOrder) }),
    errors: ['NotFound'],
  }),
  find: route({
    method: 'GET',
    path: '/operator/orders/find',
    access: ['operator'],
    permission: 'orders.read',
    summary:
      "Orders by any number: ours, a provider's or platform's payment, transaction or refund, a delivery. Also events of providers about this number that belong to no order.",
    query: object({ Number: text(200, { minLength: 1 }) }),
    reply: object({ Orders: Type.Array(OperatorOrder), Unmatched: Type.Array(UnmatchedPaymentEvent) }),
  }),
  story: route({
    method: 'GET',
    path: '/operator/orders/story/{OrderId}',
    access: ['operator'],
    permission: 'orders.read',
    audit: 'read',
    summary: 'Everything about one order, with one timeline.',
    params: object({ OrderId: PublicOrderId }),
    reply: OrderStory,
    errors: ['NotFound'],
  }),
  redeliver: route({
    method: 'POST',
    path: '/operator/orders/redeliver',
    access: ['operator'],
    permission: 'orders.redeliver',
    audit: 'change',
    summary: "Send a delivery to the game's server again, with the same id.",
    body: object({ DeliveryId: uuid, Reason: OptionalReason }),
    reply: object({ OrderId: Type.Optional(uuid) }),
    errors: ['NotFound', 'Conflict'],
  }),
  planRefund: route({
    method: 'GET',
    path: '/operator/orders/refund_plan/{OrderId}',
    access: ['operator'],
    permission: 'orders.refund',
    summary: 'What a refund would send back. Without an amount: everything that is left of a payment.',
    params: object({ OrderId: PublicOrderId }),
    query: object({ AmountMinor: Type.Optional(Type.Integer({ minimum: 1 })) }),
    reply: RefundPlan,
    errors: ['NotFound', 'Conflict'],
  }),
  refund: route({
    method: 'POST',
    path: '/operator/orders/refund',
    access: ['operator'],
    permission: 'orders.refund',
    audit: 'change',
    stepUp: true,
    secondPerson: true,
    summary:
      'Refund a payment, or a part of it, as planned. The same id refunds once. A second operator has to approve large refunds, as the setting SECOND_PERSON says.',
    body: object({
      OrderId: PublicOrderId,
      RefundId: { ...uuid, description: 'A new random id: repeating the call with it refunds nothing more' },
      AttemptId: uuid,
      TransactionId: text(200, { minLength: 1 }),
      AmountMinor: Type.Integer({ minimum: 1 }),
      Reason,
    }),
    reply: object({ RefundId: uuid, AmountMinor, Currency: CurrencyCode }),
    errors: ['NotFound', 'Conflict'],
  }),
  evidence: route({
    method: 'GET',
    path: '/operator/orders/evidence/{OrderId}',
    access: ['operator'],
    permission: 'orders.dispute',
    audit: 'read',
    summary:
      'One page of evidence about the purchase and its delivery, for the bank or provider that decides a dispute.',
    params: object({ OrderId: PublicOrderId }),
    reply: object({ FileName: text(100), Html: Type.String({ maxLength: 20_000_000 }) }),
    errors: ['NotFound'],
  }),
};
