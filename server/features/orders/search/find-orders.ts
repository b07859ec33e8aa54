// Finds orders for operators by any id, amount or date that a player, provider or bank may quote, with sums of all
// matches.
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { currencyDecimals } from '#model/money.ts';
import type { OrderStatus } from '#model/order.ts';
import { parseUuid } from '#model/parse-uuid.ts';
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
  readonly provider?: string;
}

export interface FoundOrder {
  readonly orderId: string;
  readonly createdAt: Date;
  readonly status: OrderStatus;
  readonly game: string;
  readonly gameUid: string;
  readonly sku: string;
  readonly quantity: number;
  readonly priceMinor: number;
  readonly currency: string;
  readonly accountId: string | null;
  readonly playerName: string | null;
  readonly paidMinor: number;
  readonly refundedMinor: number;
  readonly isTest: boolean;
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
  const { rows: orders } = await sql<FoundOrder>`
    select o.order_id as "orderId", o.created_at as "createdAt", o.status, o.game, o.game_uid as "gameUid", o.sku, o.quantity,
      o.price_minor as "priceMinor", o.currency, o.account_id as "accountId", a.name as "playerName",
      money.paid as "paidMinor", money.refunded as "refundedMinor", money.is_test as "isTest",
      array(
        select concat_ws(' ', t.provider, t.provider_payment_id) from payment_attempts t
        where t.order_id = o.order_id order by t.number
      ) as payments
    from orders o left join accounts a using (account_id) ${moneyOfOrder}
    where ${matches}
    order by o.created_at desc, o.order_id
    limit ${limit}`.execute(db);
  const { rows: totals } = await sql<OrderTotals>`
    select o.currency, money.is_test as "isTest", count(*)::int as orders,
      (count(*) filter (where money.paid > 0))::int as "paidOrders",
      sum(money.paid)::bigint as "paidMinor", sum(money.refunded)::bigint as "refundedMinor"
    from orders o ${moneyOfOrder}
    where ${matches}
    group by o.currency, money.is_test
    order by o.currency, money.is_test`.execute(db);
  return { orders, totals };
}

export async function findUnmatchedEvents(db: Kysely<Tables>, number: string): Promise<readonly UnmatchedEvent[]> {
  const { rows } = await sql<UnmatchedEvent>`
    select provider, event ->> 'kind' as kind, received_at as "receivedAt", outcome from payment_events
    where order_id is null and ${toPlainNumber(number)} in (
      ${plain(sql`event ->> 'transactionId'`)}, ${plain(sql`event ->> 'providerPaymentId'`)}, ${plain(sql`event ->> 'chargeId'`)})
    order by received_at limit 20`.execute(db);
  return rows;
}

export interface UnmatchedEvent {
  readonly provider: string;
  readonly kind: string;
  readonly receivedAt: Date;
  readonly outcome: string;
}

/** A failed refund came back to us, so it doesn't count; a lost dispute does. */
const moneyOfOrder = sql`
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

async function buildCondition(db: Kysely<Tables>, search: OrderSearch): Promise<RawBuilder<unknown>> {
  const { number, player, createdFrom, createdBefore, statuses, amount, currency, game, provider } = search;
  const conditions = [
    ...(number === undefined ? [] : [sql`o.order_id in (${selectByNumber(number)})`]),
    ...(player ? [matchPlayer(player)] : []),
    ...(createdFrom ? [sql`o.created_at >= ${createdFrom}`] : []),
    ...(createdBefore ? [sql`o.created_at < ${createdBefore}`] : []),
    ...(statuses ? [sql`o.status = any(${statuses})`] : []),
    ...(amount === undefined ? [] : [await matchAmount(db, amount)]),
    ...(currency === undefined ? [] : [sql`o.currency = ${currency}`]),
    ...(game === undefined ? [] : [sql`o.game = ${game}`]),
    ...(provider === undefined
      ? []
      : [
          sql`exists (select from payment_attempts t where t.order_id = o.order_id and lower(t.provider) = lower(${provider}))`,
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
  const { rows } = await sql<{ currency: string }>`
    select distinct currency from orders where price_minor = any(${candidates})`.execute(db);
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
