// Finds orders for operators by any id, amount or date that a player, provider or bank may quote, with sums of all
// matches.
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { currencyDecimals } from '#model/money.ts';
import type { OrderStatus } from '#model/order.ts';
import type { PaymentEvent } from '#model/payment-event.ts';
import { parseUuid } from '#model/parse-uuid.ts';
import type { OrderedProduct } from '#server/db/money-tables.ts';
import { constantSql } from '#server/db/constant-sql.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import type { Tables } from '#server/db/tables.ts';

export interface OrderSearch {
  /** Our id, or one from a provider or platform: payment, transaction, refund. Case and dashes don't matter. */
  readonly number?: string;
  readonly player?: { readonly accountIds: readonly string[]; readonly gameUid?: string };
  readonly createdFrom?: Date;
  readonly createdBefore?: Date;
  readonly statuses?: readonly OrderStatus[];
  /** A decimal number of major units, such as 4.99. */
  readonly amount?: string;
  readonly currency?: string;
  readonly game?: string;
  readonly platform?: string;
  readonly provider?: string;
}

export interface FoundOrder {
  readonly orderId: string;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  readonly status: OrderStatus;
  readonly game: string;
  readonly gameUid: string;
  readonly platform: string;
  readonly product: OrderedProduct;
  readonly sku: string;
  readonly quantity: number;
  readonly priceMinor: number;
  readonly currency: string;
  readonly accountId: string | null;
  readonly playerName: string | null;
  readonly paidMinor: number;
  readonly refundedMinor: number;
  readonly isTest: boolean;
  /** Of each attempt the provider, and the provider's id of the payment if it is known. */
  readonly payments: readonly string[];
}

export interface OrderTotals {
  readonly currency: string;
  readonly isTest: boolean;
  readonly orders: number;
  readonly paidOrders: number;
  readonly paidMinor: number;
  readonly refundedMinor: number;
}

export interface FoundOrders {
  readonly orders: readonly FoundOrder[];
  readonly totals: readonly OrderTotals[];
}

export async function findOrders(db: Kysely<Tables>, search: OrderSearch, limit: number): Promise<FoundOrders> {
  const matches = await buildCondition(db, search);
  const orders = await selectOrders(db, matches, limit);
  const { rows: totals } = await sql<OrderTotals>`
    select o.currency, money.is_test as "isTest", count(*)::int as orders,
      (count(*) filter (where money.paid > 0))::int as "paidOrders",
      sum(money.paid)::bigint as "paidMinor", sum(money.refunded)::bigint as "refundedMinor"
    from orders o ${constantSql(moneyOfOrder)}
    where ${matches}
    group by o.currency, money.is_test
    order by o.currency, money.is_test`.execute(db);
  return { orders, totals };
}

/** Newest first, without totals. `before` is the last order of the page before. */
export async function listFoundOrders(
  db: Kysely<Tables>,
  search: OrderSearch,
  { limit, before }: { readonly limit: number; readonly before?: string | undefined },
): Promise<readonly FoundOrder[]> {
  const matches = await buildCondition(db, search);
  if (before === undefined) return selectOrders(db, matches, limit);
  const older = sql`(o.created_at, o.order_id) < (
    select last.created_at, last.order_id from orders last where last.order_id = ${before})`;
  return selectOrders(db, sql`${matches} and ${older}`, limit);
}

/**
 * The page is selected first: sums are computed for its orders only. Their statement is prepared, because planning it
 * takes longer than running it; the page has another plan for each filter.
 */
async function selectOrders(
  db: Kysely<Tables>,
  matches: RawBuilder<unknown>,
  limit: number,
): Promise<readonly FoundOrder[]> {
  const { rows } = await sql<{ order_id: string }>`
    select o.order_id from orders o where ${matches}
    order by o.created_at desc, o.order_id desc limit ${limit}`.execute(db);
  return rows.length === 0 ? [] : readFoundOrders(db, { ids: rows.map(({ order_id }) => order_id) });
}

export async function findUnmatchedEvents(db: Kysely<Tables>, number: string): Promise<readonly UnmatchedEvent[]> {
  const { rows } = await sql<UnmatchedEvent>`
    select provider, account, dedup_key as "dedupKey", event, received_at as "receivedAt", outcome from payment_events
    where order_id is null and ${toPlainNumber(number)} in (
      ${plain(sql`event ->> 'transactionId'`)}, ${plain(sql`event ->> 'providerPaymentId'`)}, ${plain(sql`event ->> 'chargeId'`)})
    order by received_at limit 20`.execute(db);
  return rows;
}

export interface UnmatchedEvent {
  readonly provider: string;
  /** The game whose account it is; empty: the portal's. */
  readonly account: string;
  readonly dedupKey: string;
  readonly event: PaymentEvent;
  readonly receivedAt: Date;
  readonly outcome: string;
}

/** A failed refund came back to us, so it doesn't count; a lost dispute does. */
const moneyOfOrder = `
  cross join lateral (
    select
      coalesce(sum(l.amount_minor) filter (where l.kind = 'charged'), 0)::bigint as paid,
      coalesce(sum(l.amount_minor) filter (where l.kind = 'dispute-lost' or (l.kind = 'refunded' and not exists (
        select from ledger f
        where f.order_id = l.order_id and f.attempt_id = l.attempt_id and f.transaction_id = l.transaction_id
          and f.kind = 'refund-failed'))), 0)::bigint as refunded,
      coalesce(bool_or(l.is_test), false) as is_test
    from ledger l where l.order_id = o.order_id
  ) money`;

const readFoundOrders = defineStatement<{ ids: readonly string[] }, FoundOrder>(
  ({ ids }) => `
  select o.order_id as "orderId", o.created_at as "createdAt", o.paid_at as "paidAt", o.status, o.game,
    o.game_uid as "gameUid", o.platform, o.product, o.sku, o.quantity, o.price_minor as "priceMinor", o.currency,
    o.account_id as "accountId", a.name as "playerName", money.paid as "paidMinor", money.refunded as "refundedMinor",
    money.is_test as "isTest",
    array(
      select concat_ws(' ', t.provider, t.provider_payment_id) from payment_attempts t
      where t.order_id = o.order_id order by t.number
    ) as payments
  from orders o left join accounts a using (account_id) ${moneyOfOrder}
  where o.order_id = any(${ids}::uuid[])
  order by o.created_at desc, o.order_id desc`,
);

async function buildCondition(db: Kysely<Tables>, search: OrderSearch): Promise<RawBuilder<unknown>> {
  const { number, player, createdFrom, createdBefore, statuses, amount, currency, game, platform, provider } = search;
  const conditions = [
    ...(number === undefined ? [] : [sql`o.order_id in (${selectByNumber(number)})`]),
    ...(player ? [matchPlayer(player)] : []),
    ...(createdFrom ? [sql`o.created_at >= ${createdFrom}`] : []),
    ...(createdBefore ? [sql`o.created_at < ${createdBefore}`] : []),
    ...(statuses ? [sql`o.status in (${sql.join(statuses.map((each) => sql.lit(each)))})`] : []),
    ...(amount === undefined ? [] : [await matchAmount(db, amount)]),
    ...(currency === undefined ? [] : [sql`o.currency = ${currency}`]),
    ...(game === undefined ? [] : [sql`o.game = ${game}`]),
    ...(platform === undefined ? [] : [sql`o.platform = ${platform}`]),
    ...(provider === undefined
      ? []
      : [
          sql`exists (select from payment_attempts t where t.order_id = o.order_id and t.provider = ${provider.toLowerCase()})`,
        ]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** Must match the expression of the indexes in migration 0052. */
const plain = (value: RawBuilder<unknown>): RawBuilder<string> => sql`lower(replace(${value}, '-', ''))`;
const toPlainNumber = (number: string): string => number.trim().replaceAll('-', '').toLowerCase();

function selectByNumber(number: string): RawBuilder<unknown> {
  const wanted = toPlainNumber(number);
  const id = parseUuid(number);
  return sql.join(
    [
      sql`select order_id from payment_attempts where ${plain(sql`provider_payment_id`)} = ${wanted}`,
      sql`select order_id from ledger where ${plain(sql`transaction_id`)} = ${wanted}`,
      sql`select order_id from refunds where ${plain(sql`provider_refund_id`)} = ${wanted}`,
      ...(id === undefined
        ? []
        : [
            sql`select order_id from orders where order_id = ${id}`,
            sql`select order_id from payment_attempts where attempt_id = ${id}`,
            sql`select order_id from refunds where refund_id = ${id}`,
            sql`select order_id from deliveries where delivery_id = ${id}`,
          ]),
    ],
    sql` union `,
  );
}

function matchPlayer({ accountIds, gameUid }: NonNullable<OrderSearch['player']>): RawBuilder<unknown> {
  const byAccount = sql`o.account_id = any(${accountIds}::uuid[])`;
  return gameUid === undefined ? byAccount : sql`(${byAccount} or lower(o.game_uid) = lower(${gameUid}))`;
}

/** The number of decimals depends on the currency, so the currencies with such amounts are read first. */
async function matchAmount(db: Kysely<Tables>, amount: string): Promise<RawBuilder<unknown>> {
  const candidates = [0, 2, 3, 4].flatMap((digits) => toMinor(amount, digits) ?? []);
  // One lookup in an index per currency: there are few currencies and many orders.
  const { rows } = await sql<{ currency: string }>`
    with recursive known as (
      (select currency from orders order by currency limit 1)
      union all
      select (select o.currency from orders o where o.currency > known.currency order by o.currency limit 1)
      from known where known.currency is not null
    ) select currency from known where currency is not null`.execute(db);
  if (candidates.length === 0) return sql`false`;
  const pairs = rows.flatMap(({ currency }) => {
    const minor = toMinor(amount, currencyDecimals(currency));
    return minor === undefined ? [] : [sql`(o.price_minor = ${minor} and o.currency = ${currency})`];
  });
  return pairs.length === 0 ? sql`false` : sql`(${sql.join(pairs, sql` or `)})`;
}

function toMinor(amount: string, digits: number): number | undefined {
  const [whole = '', fraction = ''] = amount.split('.');
  if (/[1-9]/.test(fraction.slice(digits))) return undefined;
  const minor = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  return Number.isSafeInteger(minor) ? minor : undefined;
}
