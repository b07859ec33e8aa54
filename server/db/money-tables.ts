import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { OrderStatus } from '#model/order.ts';
import type { PaymentEvent } from '#model/payment-event.ts';

export interface MoneyTables {
  product_country_prices: { game: string; sku: string; currency: string; country: string; price_minor: number };
  product_pages: {
    game: string;
    sku: string;
    currency: string;
    price_minor: number;
    names: JSONColumnType<Readonly<Record<string, string>>>;
    descriptions: JSONColumnType<Readonly<Record<string, string>>>;
    image_url: string | null;
    created_at: Generated<Date>;
  };
  currency_rates: { currency: string; usd_per_unit: ColumnType<string, number | string>; updated_at: Generated<Date> };
  orders: OrderRow;
  payment_attempts: AttemptRow;
  ledger: LedgerRow;
  payment_events: {
    provider: string;
    account: string;
    dedup_key: string;
    order_id: string | null;
    outcome: 'applied' | 'no-change' | 'anomaly' | 'quarantined';
    event: JSONColumnType<PaymentEvent>;
    received_at: Generated<Date>;
  };
  wrong_receipts: { account_id: string; day: string; receipt_hash: Buffer };
  refunds: RefundRow;
  payment_discrepancies: {
    provider: string;
    account: string;
    transaction_id: string;
    kind: DiscrepancyKind;
    event_kind: PaymentEvent['kind'];
    order_id: string | null;
    amount_minor: number | null;
    currency: string | null;
    detail: string | null;
    found_at: Generated<Date>;
  };
  deliveries: DeliveryRow;
  delivery_attempts: {
    delivery_id: string;
    number: number;
    started_at: Date;
    ended_at: Date | null;
    status: number | null;
    fault: string | null;
    /** The beginning of a response that was no success. */
    response: Generated<string | null>;
  };
  /** Products that the game's page has used up. */
  consumed_purchases: { delivery_id: string; product_index: number; consumed_at: Generated<Date> };
  rejected_webhooks: {
    id: Generated<number>;
    provider: string;
    account: string;
    outcome: 'refused' | 'failed';
    reason: string;
    hour: Date;
    webhooks: Generated<number>;
    first_at: Date;
    last_at: Date;
  };
  webhook_endpoints: {
    game: string;
    url: string;
    sealed_secrets: Buffer;
    disabled_at: Generated<Date | null>;
    disabled_because: Generated<string | null>;
    paused_until: Generated<Date | null>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  order_events: {
    order_id: string;
    position: Generated<number>;
    at: Generated<Date>;
    kind: string;
    detail: JSONColumnType<Readonly<Record<string, unknown>>>;
  };
}

/** A copy of the product at the time of the order. */
export interface OrderedProduct {
  readonly names: Readonly<Record<string, string>>;
  readonly descriptions: Readonly<Record<string, string>>;
  readonly type: string;
  readonly labels: readonly string[];
  readonly payload?: string;
  readonly imageUrl?: string;
  readonly iconUrl?: string;
  /** This field and the next are absent in older orders: then visible in the store, and sold without a dry run. */
  readonly showInWebStore?: boolean;
  readonly requiresDryRun?: boolean;
  /** The price tiers that represent it on a platform with its own price list. */
  readonly tiers?: readonly { readonly sku: string; readonly quantity: number }[];
  readonly additional?: readonly (Omit<OrderedProduct, 'tiers' | 'hints' | 'additional'> & {
    readonly sku: string;
    readonly quantity: number;
  })[];
  /** The game's own texts, used if the catalogue has none. */
  readonly hints?: { readonly name?: string; readonly description?: string };
}

interface OrderRow {
  order_id: string;
  account_id: string | null;
  game: string;
  game_uid: string;
  platform: string;
  product: JSONColumnType<OrderedProduct>;
  sku: string;
  quantity: number;
  price_minor: number;
  currency: string;
  usd_minor: number;
  country: string | null;
  status: Generated<OrderStatus>;
  developer_payload: string | null;
  success_url: string | null;
  failure_url: string | null;
  sealed_personal_info: Buffer | null;
  client_hint: 'Completed' | 'Cancelled' | null;
  client_hint_at: Date | null;
  idempotency_hash: Buffer | null;
  continues_until: Date | null;
  created_at: Generated<Date>;
  expires_at: Date;
  expired_at: Date | null;
  paid_at: Date | null;
  completed_at: Date | null;
}

interface AttemptRow {
  attempt_id: string;
  order_id: string;
  number: number;
  provider: string;
  /** The game whose settings were used; empty: the portal's; null: written by an older release. */
  account: string | null;
  settings_hash: string | null;
  state: Generated<'creating' | 'open' | 'failed' | 'expired'>;
  provider_payment_id: string | null;
  amount_minor: number;
  currency: string;
  sealed_request: Buffer | null;
  sealed_reply: Buffer | null;
  sealed_receipt: Generated<Buffer | null>;
  created_at: Generated<Date>;
  expires_at: Date | null;
  checks: Generated<number>;
  checked_at: Date | null;
  /** Whether it may not be confirmed until the buyer is back from the provider's page; null: that doesn't matter. */
  awaits_return: Generated<boolean | null>;
}

export type LedgerEntryType = 'charged' | 'refunded' | 'refund-failed' | 'disputed' | 'dispute-lost' | 'dispute-won';

export type DiscrepancyKind =
  | 'applied-late'
  | 'unknown-order'
  | 'mismatch'
  | 'amount-mismatch'
  | 'missing-at-provider'
  | 'price-mismatch'
  | 'not-sold'
  | 'dispute-reversed'
  | 'transaction-conflict';

interface LedgerRow {
  provider: string;
  account: string | null;
  transaction_id: string;
  kind: LedgerEntryType;
  order_id: string;
  attempt_id: string;
  amount_minor: number;
  currency: string;
  is_overpayment: Generated<boolean>;
  charge_id: Generated<string | null>;
  is_test: Generated<boolean>;
  /** Of a dispute: until when the provider accepts evidence, if it tells. */
  evidence_due_at: Generated<Date | null>;
  created_at: Generated<Date>;
}

interface RefundRow {
  refund_id: string;
  order_id: string;
  attempt_id: string;
  transaction_id: string;
  amount_minor: number;
  currency: string;
  reason: 'overpayment' | 'undone' | 'undeliverable' | 'operator' | 'player';
  state: Generated<'requested' | 'sent' | 'done' | 'refused'>;
  provider_refund_id: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** The content of a delivery to a game. No personal data except ids. */
export type DeliveryPayload = OrderDeliveryPayload | RewardDeliveryPayload;

export interface DeliveredProduct {
  readonly sku: string;
  readonly quantity: number;
  readonly payload?: string;
}

export interface RewardDeliveryPayload {
  readonly type: 'quest.reward';
  readonly timestamp: string;
  readonly data: {
    readonly quest_id: string;
    readonly delivery_id: string;
    readonly account_id: string;
    readonly game: string;
    readonly game_uid: string;
    readonly products: readonly DeliveredProduct[];
  };
}

export interface OrderDeliveryPayload {
  readonly type: 'order.paid' | 'order.revoked';
  readonly timestamp: string;
  readonly data: {
    readonly order_id: string;
    readonly delivery_id: string;
    readonly account_id: string;
    readonly game: string;
    readonly game_uid: string;
    readonly products: readonly DeliveredProduct[];
    readonly price_minor: number;
    readonly currency: string;
    readonly is_test: boolean;
    readonly developer_payload?: string;
  };
}

interface DeliveryRow {
  delivery_id: string;
  /** Null: a reward, which has no order. */
  order_id: string | null;
  game: string;
  type: DeliveryPayload['type'];
  payload: JSONColumnType<DeliveryPayload>;
  state: Generated<'pending' | 'acknowledged' | 'dead' | 'dropped'>;
  attempts: Generated<number>;
  failures: Generated<number>;
  next_attempt_at: Generated<Date>;
  lease_until: Date | null;
  shown_at: Generated<Date | null>;
  again_at: Generated<Date | null>;
  asked_at: Generated<Date | null>;
  acknowledged_by: 'webhook' | 'pull' | 'page' | null;
  created_at: Generated<Date>;
  ended_at: Date | null;
}
