import { Type, type Static } from 'typebox';
import { PriceData } from './money.ts';
import { CheckoutStatus, OrderStatus, PublicOrderId, SimpleOrderStatus } from './order.ts';
import { AdditionalProduct, Sku } from './product.ts';
import { instant, object, oneOf, text, url } from './schema.ts';

export const orderEventKinds = [
  'created',
  'provider-skipped',
  'payment-not-opened',
  'payment-opened',
  'payment-refused',
  'payment-ended',
  'paid',
  'status',
  'delivery',
  'sent',
  'acknowledged',
  'delivery-failed',
  'delivery-given-up',
  'delivery-resend-requested',
  'delivery-dropped',
  'refund-requested',
  'refunded',
  'refund-refused',
  'refund-failed',
  'disputed',
  'dispute-lost',
  'dispute-won',
  'anomaly',
  'client-hint',
] as const;
export type OrderEventKind = (typeof orderEventKinds)[number];

/**
 * One event in the history. `Detail` contains names and numbers as text, and never a secret, a card number or an
 * address.
 */
export const OrderHistoryEntry = object({
  At: instant,
  Kind: oneOf(orderEventKinds),
  Detail: Type.Record(text(40), text(300)),
});
export type OrderHistoryEntry = Static<typeof OrderHistoryEntry>;

/**
 * The state of the delivery to the game. `None`: nothing was paid. `Waiting`: delivery is in progress. `GivenUp`: the
 * game accepted nothing for three days, and an operator was alerted. `Dropped`: the payment was refunded before
 * delivery. `Revoking`: the game is being notified of the refund. `Revoked`: the game has confirmed the refund.
 */
export const deliveryStates = ['None', 'Waiting', 'Delivered', 'GivenUp', 'Dropped', 'Revoking', 'Revoked'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export const OrderSummary = object({
  PublicOrderId,
  Game: text(64),
  Sku,
  Quantity: Type.Integer({ minimum: 1 }),
  ProductName: text(200),
  ImageUrl: Type.Optional(url),
  AdditionalProducts: Type.Optional(Type.Array(AdditionalProduct)),
  Price: PriceData,
  Status: OrderStatus,
  SimpleStatus: SimpleOrderStatus,
  CheckoutStatus,
  DeliveryState: oneOf(deliveryStates),
  CreatedAt: instant,
  PaidAt: Type.Optional(instant),
  CompletedAt: Type.Optional(instant),
  RefundUntil: Type.Optional({
    ...instant,
    description: 'The player can get a refund with `store/request_refund` until then; absent: no refund',
  }),
  RefundRequested: Type.Optional(Type.Boolean({ description: 'A refund is on its way' })),
});
export type OrderSummary = Static<typeof OrderSummary>;

/**
 * The result of a repeated delivery. `Confirmed`: the game has confirmed the delivery. `Failed`: the game did not
 * accept it. `Sending`: the game has not replied yet. `WaitsForGame`: the game polls for deliveries and will get this
 * one again. `TooSoon`: it was resent a moment ago. `NotPaid`: there is nothing to deliver.
 */
export const redeliveryOutcomes = ['Confirmed', 'Failed', 'Sending', 'WaitsForGame', 'TooSoon', 'NotPaid'] as const;
export type RedeliveryOutcome = (typeof redeliveryOutcomes)[number];
