import type { Kysely, Transaction } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { OrderEventKind } from '#model/order-history.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import type { Tables } from '#server/db/tables.ts';
import type { PricedProduct } from '#server/features/store/price-product.ts';
import { choosePlatformCurrencyUnit, findPlatformSaleTerms } from '#server/features/store/platform-sale-terms.ts';
import { addAttempt } from '../attempts/find-or-create-attempt.ts';
import type { AttemptToOpen } from '../attempts/create-provider-payment.ts';
import type { PlannedPayment } from '../attempts/open-payment.ts';
import type { PlannedAttempt } from '../attempts/plan-attempt.ts';
import { orderColumnsSql, type OrderRow } from '../order-rows.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { recordSkippedProviders } from '../providers/record-skipped-providers.ts';
import type { OrderRequest } from './order-request.ts';

export interface CreatedOrder {
  readonly order: OrderRow;
  readonly planned?: PlannedPayment;
}

export interface OrderToInsert {
  readonly orderId: string;
  readonly priced: PricedProduct;
  readonly gameUid: string;
  readonly keyHash: Buffer | undefined;
  readonly planned: PlannedAttempt | undefined;
}

export function insertOrder(deps: OrdersDeps, request: OrderRequest, found: OrderToInsert): Promise<CreatedOrder> {
  const { planned, keyHash } = found;
  return deps.database.transaction(
    async (trx) => {
      const [locked] = await lockBuyerRow(trx, { accountId: request.accountId });
      if (!locked) throw new Problem('Unauthenticated');
      const now = deps.now();
      const order = await insertRow(trx, request, found, now);
      if (!order) return { order: requireSameOrder(await readExisting(trx, keyHash, request.accountId, now), request) };
      if (planned?.skippedAccounts.length)
        await recordSkippedProviders(deps, trx, order.order_id, planned.skippedAccounts);
      const begun = planned?.first && (await beginFirst(trx, deps, order, planned.first));
      await deps.sendExpiry(trx, order.order_id, 0, new Date(order.expires_at.getTime() + orderExpiryGraceMs));
      return { order, ...(planned && { planned: { accounts: planned.accounts, begun } }) };
    },
    { exclusiveKey: request.accountId },
  );
}

async function beginFirst(
  trx: Transaction<Tables>,
  deps: OrdersDeps,
  order: OrderRow,
  { account, params }: NonNullable<PlannedAttempt['first']>,
): Promise<AttemptToOpen> {
  return { account, ...(await addAttempt(trx, deps, { order, account, params, number: 1 })) };
}

async function insertRow(
  trx: Transaction<Tables>,
  request: OrderRequest,
  { orderId, priced, gameUid, keyHash }: OrderToInsert,
  now: Date,
): Promise<OrderRow | undefined> {
  const [order] = await insertOrderRow(trx, {
    orderId,
    accountId: request.accountId,
    game: request.game,
    gameUid,
    platform: request.platform,
    product: JSON.stringify({ ...priced.product, hints: request.hints }),
    sku: request.sku,
    quantity: priced.quantity,
    priceMinor: priced.priceMinor,
    currency: priced.currency,
    usdMinor: priced.usdMinor,
    country: request.country ?? null,
    developerPayload: request.developerPayload ?? null,
    successUrl: request.successUrl ?? null,
    failureUrl: request.failureUrl ?? null,
    idempotencyHash: keyHash ?? null,
    continuesUntil: request.continuesUntil ?? null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifetimeMs),
    unpaidSince: unpaidSince(now),
    maxUnpaid: request.taken ? anyNumber : maxOpen,
  });
  return order;
}

const lifetimeMs = 24 * 3_600_000;
/** How long after its deadline an order is checked before it expires. */
export const orderExpiryGraceMs = 10 * 60_000;
// No real buyer needs more open orders.
const maxOpen = 50;
const anyNumber = 2 ** 31 - 1;

/** Older orders have expired, or are about to. */
const unpaidSince = (now: Date): Date => new Date(now.getTime() - lifetimeMs);

export const findOrderByIdempotencyKey = (db: Kysely<Tables>, keyHash: Buffer): Promise<OrderRow | undefined> =>
  db.selectFrom('orders').selectAll().where('idempotency_hash', '=', keyHash).executeTakeFirst();

/** Why nothing was inserted: another call with the same key was first, or the account has too many open orders. */
async function readExisting(
  trx: Transaction<Tables>,
  keyHash: Buffer | undefined,
  accountId: string,
  now: Date,
): Promise<OrderRow> {
  const found = keyHash && (await findOrderByIdempotencyKey(trx, keyHash));
  if (found) return found;
  const { open } = await trx
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('account_id', '=', accountId)
    .where('status', 'in', ['Created', 'WaitingForPayment'])
    .where('created_at', '>', unpaidSince(now))
    .executeTakeFirstOrThrow();
  throw new Problem('TooManyRequests', `You have ${open} unpaid orders. Pay one of them, or wait until they expire.`);
}

/** The same key must mean the same purchase. */
export function requireSameOrder(order: OrderRow, { game, sku, platform, currency: asked }: OrderRequest): OrderRow {
  const currency = choosePlatformCurrencyUnit(findPlatformSaleTerms(platform), asked) ?? asked;
  if (order.game === game && order.sku === sku && (currency ?? order.currency) === order.currency) return order;
  throw new Problem('Conflict', 'This key was used for another order. Take a new key for every purchase.');
}

/** Serialises the orders of an account. An account merged into another can't buy. */
const lockBuyerRow = defineStatement<{ accountId: string }, { readonly locked: 1 }>(
  ({ accountId }) =>
    `select 1 as locked from accounts where account_id = ${accountId} and merged_into is null for no key update`,
);

/**
 * Also inserts the first order event. Returns no row if the key was used before or the account has too many unpaid
 * orders.
 */
const insertOrderRow = defineStatement<
  {
    orderId: string;
    accountId: string;
    game: string;
    gameUid: string;
    platform: string;
    product: string;
    sku: string;
    quantity: number;
    priceMinor: number;
    currency: string;
    usdMinor: number;
    country: string | null;
    developerPayload: string | null;
    successUrl: string | null;
    failureUrl: string | null;
    idempotencyHash: Buffer | null;
    continuesUntil: Date | null;
    createdAt: Date;
    expiresAt: Date;
    unpaidSince: Date;
    maxUnpaid: number;
  },
  OrderRow
>(
  (places) => `
  with made as (
    insert into orders (order_id, account_id, game, game_uid, platform, product, sku, quantity, price_minor, currency, usd_minor,
      country, developer_payload, success_url, failure_url, idempotency_hash, continues_until, created_at, expires_at)
    select ${places.orderId}, ${places.accountId}, ${places.game}, ${places.gameUid}, ${places.platform}, ${places.product},
      ${places.sku}, ${places.quantity}, ${places.priceMinor}, ${places.currency}, ${places.usdMinor}, ${places.country},
      ${places.developerPayload}, ${places.successUrl}, ${places.failureUrl}, ${places.idempotencyHash},
      ${places.continuesUntil}, ${places.createdAt}, ${places.expiresAt}
    where ${places.maxUnpaid} > (
      select count(*) from orders
      where account_id = ${places.accountId} and status in ('Created', 'WaitingForPayment')
        and created_at > ${places.unpaidSince}
    )
    on conflict (idempotency_hash) do nothing
    returning ${orderColumnsSql}
  ), story as (
    insert into order_events (order_id, kind, detail)
    select order_id, '${'created' satisfies OrderEventKind}', jsonb_build_object('sku', sku, 'quantity', quantity) from made
  )
  select ${orderColumnsSql} from made`,
);
