// The statements that every purchase needs, from the order to the delivery. Each does all that can be done in one step: what is
// asked costs less than the asking. What is read about an order is read after its lock, because before it may still change.
import type { Selectable } from 'kysely';
import type { OrderEventKind } from '#model/order-story.ts';
import type { OrderStatus } from '#model/order.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import type { DeliveryPayload, LedgerKind } from '#server/db/money-tables.ts';
import type { Tables } from '#server/db/tables.ts';

type OrderRow = Selectable<Tables['orders']>;
type AttemptRow = Selectable<Tables['payment_attempts']>;

// A column that is added to the table is missed by the compiler here.
const orderColumns = columnsOf<OrderRow>({
  order_id: 1,
  account_id: 1,
  game: 1,
  game_uid: 1,
  platform: 1,
  product: 1,
  sku: 1,
  quantity: 1,
  price_minor: 1,
  currency: 1,
  usd_minor: 1,
  country: 1,
  status: 1,
  developer_payload: 1,
  success_url: 1,
  failure_url: 1,
  sealed_personal_info: 1,
  client_hint: 1,
  client_hint_at: 1,
  idempotency_hash: 1,
  continues_until: 1,
  created_at: 1,
  expires_at: 1,
  expired_at: 1,
  paid_at: 1,
  completed_at: 1,
});

const attemptColumns = columnsOf<AttemptRow>({
  attempt_id: 1,
  order_id: 1,
  number: 1,
  provider: 1,
  state: 1,
  provider_payment_id: 1,
  amount_minor: 1,
  currency: 1,
  sealed_request: 1,
  sealed_reply: 1,
  created_at: 1,
  expires_at: 1,
  checks: 1,
  checked_at: 1,
});

export const lockOrderRow = defineStatement<[orderId: string], OrderRow>(
  `select ${orderColumns} from orders where order_id = $1 for update`,
);

/** One order of an account after the other; an account that has become a part of another one buys nothing. */
export const lockBuyerRow = defineStatement<[accountId: string], { readonly locked: 1 }>(
  'select 1 as locked from accounts where account_id = $1 and merged_into is null for no key update',
);

/** With the first line of its story. No row: the key was used before, or the account has too many unpaid ones. */
export const insertOrderRow = defineStatement<
  [
    orderId: string,
    accountId: string,
    game: string,
    gameUid: string,
    platform: string,
    product: string,
    sku: string,
    quantity: number,
    priceMinor: number,
    currency: string,
    usdMinor: number,
    country: string | null,
    developerPayload: string | null,
    successUrl: string | null,
    failureUrl: string | null,
    idempotencyHash: Buffer | null,
    continuesUntil: Date | null,
    createdAt: Date,
    expiresAt: Date,
    unpaidSince: Date,
    mostUnpaid: number,
  ],
  OrderRow
>(`
  with made as (
    insert into orders (order_id, account_id, game, game_uid, platform, product, sku, quantity, price_minor, currency, usd_minor,
      country, developer_payload, success_url, failure_url, idempotency_hash, continues_until, created_at, expires_at)
    select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19
    where $21 > (
      select count(*) from orders
      where account_id = $2 and status in ('Created', 'WaitingForPayment') and created_at > $20
    )
    on conflict (idempotency_hash) do nothing
    returning ${orderColumns}
  ), told as (
    insert into order_events (order_id, kind, detail)
    select order_id, '${'created' satisfies OrderEventKind}', jsonb_build_object('sku', sku, 'quantity', quantity) from made
  )
  select ${orderColumns} from made`);

export const insertAttemptRow = defineStatement<
  [
    attemptId: string,
    orderId: string,
    number: number,
    provider: string,
    amountMinor: number,
    currency: string,
    sealedRequest: Buffer,
    createdAt: Date,
  ],
  AttemptRow
>(`
  insert into payment_attempts (attempt_id, order_id, number, provider, amount_minor, currency, sealed_request, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  returning ${attemptColumns}`);

/**
 * Locks the order and writes what the provider has answered about one of its attempts. What a notice said about it meanwhile
 * stays: an update sees its row as it is when the lock is there. No row: it was opened before.
 */
export const openAttemptRow = defineStatement<
  [orderId: string, attemptId: string, providerPaymentId: string | null, sealedReply: Buffer, expiresAt: Date | null],
  OrderRow & { readonly provider_payment_id: string | null }
>(`
  with locked as (
    select ${orderColumns} from orders where order_id = $1 for update
  ), opened as (
    update payment_attempts set
      state = case state when 'creating' then 'open' else state end,
      provider_payment_id = coalesce(provider_payment_id, $3),
      sealed_request = null,
      sealed_reply = $4,
      expires_at = $5
    from (select order_id as locked_id from locked) as held
    where attempt_id = $2 and order_id = locked_id and sealed_reply is null
    returning order_id, number, provider, provider_payment_id
  ), told as (
    insert into order_events (order_id, kind, detail)
    select order_id, '${'payment opened' satisfies OrderEventKind}', jsonb_build_object('provider', provider, 'attempt', number)
    from opened
  )
  select ${orderColumns}, provider_payment_id from locked join opened using (order_id)`);

export interface FoundAttempt {
  readonly attempt_id: string;
  readonly order_id: string;
  readonly game: string;
  /** What is told about it was told before. */
  readonly is_known: boolean;
}

export const findByAttempt = defineStatement<[provider: string, dedupKey: string, attemptId: string], FoundAttempt>(
  `${findAttempt()} and a.attempt_id = $3`,
);

export const findByPayment = defineStatement<
  [provider: string, dedupKey: string, providerPaymentId: string],
  FoundAttempt
>(`${findAttempt()} and a.provider_payment_id = $3`);

/** Notes that a notice has come, and reads the attempt. What was kept while nobody knew the attempt counts now. */
export const noteNotice = defineStatement<
  [provider: string, dedupKey: string, orderId: string, event: string, attemptId: string],
  AttemptRow & { readonly is_new: boolean }
>(`
  with noted as (
    insert into payment_inbox (provider, dedup_key, order_id, outcome, event) values ($1, $2, $3, 'applied', $4)
    on conflict (provider, dedup_key) do update set order_id = excluded.order_id, outcome = excluded.outcome
      where payment_inbox.outcome = 'quarantined'
    returning order_id
  )
  select ${attemptColumns}, exists (select from noted) as is_new from payment_attempts where attempt_id = $5`);

/** With the line about it. No row: it is there already. */
export const insertLedgerRow = defineStatement<
  [
    provider: string,
    transactionId: string | undefined,
    kind: LedgerKind,
    orderId: string,
    attemptId: string,
    amountMinor: number | undefined,
    currency: string,
    ofExtra: boolean,
    chargeId: string | null,
    isTest: boolean,
    event: OrderEventKind,
    detail: string,
  ],
  { readonly added: 1 }
>(`
  with added as (
    insert into ledger
      (provider, transaction_id, kind, order_id, attempt_id, amount_minor, currency, of_extra, charge_id, is_test)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict do nothing
    returning order_id
  ), told as (
    insert into order_events (order_id, kind, detail) select order_id, $11, $12 from added
  )
  select 1 as added from added`);

export interface Known {
  readonly attempts: readonly Pick<AttemptRow, 'attempt_id' | 'number' | 'state'>[];
  readonly ledger: readonly {
    readonly attempt_id: string;
    readonly transaction_id: string;
    readonly kind: LedgerKind;
    readonly amount_minor: number;
    readonly of_extra: boolean;
    readonly charge_id: string | null;
    readonly is_test: boolean;
  }[];
  readonly deliveries: readonly {
    readonly delivery_id: string;
    readonly type: DeliveryPayload['type'];
    readonly state: string;
  }[];
}

/** Everything that an order's status follows from, in one row. */
export const readKnownFacts = defineStatement<[orderId: string], Known>(`
  select
    array(
      select jsonb_build_object('attempt_id', attempt_id, 'number', number, 'state', state)
      from payment_attempts where order_id = $1
    ) as attempts,
    array(
      select jsonb_build_object('attempt_id', attempt_id, 'transaction_id', transaction_id, 'kind', kind,
        'amount_minor', amount_minor, 'of_extra', of_extra, 'charge_id', charge_id, 'is_test', is_test)
      from ledger where order_id = $1
    ) as ledger,
    array(
      select jsonb_build_object('delivery_id', delivery_id, 'type', type, 'state', state)
      from deliveries where order_id = $1
    ) as deliveries`);

/** With the line about it. Times that are there stay. */
export const writeStatusRow = defineStatement<
  [orderId: string, status: OrderStatus, paidAt: Date | null, completedAt: Date | null, detail: string]
>(`
  with written as (
    update orders set status = $2, paid_at = coalesce(paid_at, $3), completed_at = coalesce($4, completed_at)
    where order_id = $1
  )
  insert into order_events (order_id, kind, detail) values ($1, '${'status' satisfies OrderEventKind}', $5)`);

/** With the line about it. */
export const insertDeliveryRow = defineStatement<
  [deliveryId: string, orderId: string, game: string, type: DeliveryPayload['type'], payload: string, detail: string]
>(`
  with added as (
    insert into deliveries (delivery_id, order_id, game, type, payload) values ($1, $2, $3, $4, $5)
  )
  insert into order_events (order_id, kind, detail) values ($2, '${'delivery' satisfies OrderEventKind}', $6)`);

export const insertEventRow = defineStatement<[orderId: string, kind: OrderEventKind, detail: string]>(
  'insert into order_events (order_id, kind, detail) values ($1, $2, $3)',
);

function findAttempt(): string {
  return `
    select a.attempt_id, a.order_id, o.game,
      exists (
        select from payment_inbox i where i.provider = $1 and i.dedup_key = $2 and i.outcome <> 'quarantined'
      ) as is_known
    from payment_attempts a join orders o using (order_id)
    where a.provider = $1`;
}

function columnsOf<Row>(columns: Readonly<Record<keyof Row, 1>>): string {
  return Object.keys(columns).join(', ');
}
