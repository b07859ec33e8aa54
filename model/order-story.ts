// What has become of an order, in the words that its player and its developer read alike.
import { Type, type Static } from 'typebox';
import { PriceData } from './money.ts';
import { CheckoutStatus, OrderStatus, PublicOrderId, ThreeValueOrderStatus } from './order.ts';
import { AdditionalProduct, Sku } from './product.ts';
import { instant, object, oneOf, text, url } from './schema.ts';

export const orderEventKinds = [
  'created',
  'provider passed over',
  'payment not opened',
  'payment opened',
  'payment refused',
  'payment ended',
  'paid',
  'status',
  'delivery',
  'sent',
  'acknowledged',
  'delivery failed',
  'delivery given up',
  'delivery asked for again',
  'delivery dropped',
  'refund requested',
  'refunded',
  'refund refused',
  'refund failed',
  'disputed',
  'dispute lost',
  'dispute won',
  'anomaly',
  'buyer said',
] as const;
export type OrderEventKind = (typeof orderEventKinds)[number];

/** One thing that happened. `Detail` holds names and numbers, as texts: no secret, no card, no address. */
export const OrderStoryLine = object({
  At: instant,
  Kind: oneOf(orderEventKinds),
  Detail: Type.Record(text(40), text(300)),
});
export type OrderStoryLine = Static<typeof OrderStoryLine>;

/**
 * What the game knows of an order. `None`: nothing was paid. `Waiting`: it is being told. `GivenUp`: it took nothing for
 * three days, and an operator was alerted. `Dropped`: the money went back before the game was told. `Revoking`, `Revoked`:
 * it is being told that the money went back, and it knows.
 */
export const deliveryStates = ['None', 'Waiting', 'Delivered', 'GivenUp', 'Dropped', 'Revoking', 'Revoked'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** An order in the list of one's purchases. */
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
  SimpleStatus: ThreeValueOrderStatus,
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
 * What came of asking for a delivery again. `Confirmed`: the game has just said that it has it. `Failed`: the game did not
 * take it. `Sending`: no answer yet. `WaitsForGame`: the game collects its deliveries itself, and finds this one again.
 * `TooSoon`: it was sent again a moment ago. `NotPaid`: there is nothing to deliver.
 */
export const redeliverOutcomes = ['Confirmed', 'Failed', 'Sending', 'WaitsForGame', 'TooSoon', 'NotPaid'] as const;
export type RedeliverOutcome = (typeof redeliverOutcomes)[number];
