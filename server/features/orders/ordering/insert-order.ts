import type { Kysely } from 'kysely';
import { DatabaseError } from 'pg';
import { Problem } from '#model/problem.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import { StatementBatch } from '#server/db/statement-batch.ts';
import type { Tables } from '#server/db/tables.ts';
import type { PricedProduct } from '#server/features/store/price-product.ts';
import { choosePlatformCurrencyUnit, findPlatformSaleTerms } from '#server/features/store/platform-sale-terms.ts';
import { addAttempt } from '../attempts/find-or-create-attempt.ts';
import type { AttemptToOpen } from '../attempts/create-provider-payment.ts';
import type { PlannedPayment } from '../attempts/open-payment.ts';
import type { PlannedAttempt } from '../attempts/plan-attempt.ts';
import type { OrderRow } from '../order-rows.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { addOrderEvent } from '../payment-events/order-events.ts';
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

/** Everything is written in one round trip, with the first attempt, so a lost node leaves an order with its jobs or none. */
export async function insertOrder(
  deps: OrdersDeps,
  request: OrderRequest,
  found: OrderToInsert,
): Promise<CreatedOrder> {
  const { planned, keyHash } = found;
  const { accountId } = request;
  const now = deps.now();
  const order = buildOrderRow(request, found, now);
  const batch = new StatementBatch();
  batch.add(lockBuyerStatement, { accountId });
  batch.add(insertOrderStatement, {
    ...order,
    product: JSON.stringify(order.product),
    unpaidSince: unpaidSince(now),
    maxUnpaid: request.taken ? anyNumber : maxOpen,
  });
  // Without the order, its foreign key fails, so that nothing is written.
  await addOrderEvent(batch, order.order_id, 'created', { sku: order.sku, quantity: order.quantity });
  for (const { provider } of planned?.skippedAccounts ?? [])
    await addOrderEvent(batch, order.order_id, 'provider-skipped', { provider: provider.folder });
  const begun = planned?.first && (await beginFirst(batch, deps, order, planned.first));
  await deps.sendExpiry(batch, order.order_id, 0, new Date(order.expires_at.getTime() + orderExpiryGraceMs));
  try {
    await deps.database.runBatch(batch, { exclusiveKey: accountId });
  } catch (error) {
    if (!isMissingOrder(error)) throw error;
    return { order: requireSameOrder(await readExisting(deps, keyHash, accountId, now), request) };
  }
  for (const { provider } of planned?.skippedAccounts ?? [])
    deps.count?.('fxid_providers_skipped_total', { provider: provider.folder });
  return { order, ...(planned && { planned: { accounts: planned.accounts, begun } }) };
}

const isMissingOrder = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '23503' && error.constraint === 'order_events_order_id_fkey';

async function beginFirst(
  batch: StatementBatch,
  deps: OrdersDeps,
  order: OrderRow,
  { account, params }: NonNullable<PlannedAttempt['first']>,
): Promise<AttemptToOpen> {
  return { account, ...(await addAttempt(batch, deps, { order, account, params, number: 1 })) };
}

function buildOrderRow(
  request: OrderRequest,
  { orderId, priced, gameUid, keyHash }: OrderToInsert,
  now: Date,
): OrderRow {
  return {
    order_id: orderId,
    account_id: request.accountId,
    game: request.game,
    game_uid: gameUid,
    platform: request.platform,
    product: { ...priced.product, ...(request.hints && { hints: request.hints }) },
    sku: request.sku,
    quantity: priced.quantity,
    price_minor: priced.priceMinor,
    currency: priced.currency,
    usd_minor: priced.usdMinor,
    country: request.country ?? null,
    status: 'Created',
    developer_payload: request.developerPayload ?? null,
    success_url: request.successUrl ?? null,
    failure_url: request.failureUrl ?? null,
    sealed_personal_info: null,
    client_hint: null,
    client_hint_at: null,
    idempotency_hash: keyHash ?? null,
    continues_until: request.continuesUntil ?? null,
    created_at: now,
    expires_at: new Date(now.getTime() + lifetimeMs),
    expired_at: null,
    paid_at: null,
    completed_at: null,
  };
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

/**
 * Why nothing was inserted: the account was merged, another call with the same key was first, or the account has too
 * many unpaid orders.
 */
async function readExisting(
  { database: { kysely } }: OrdersDeps,
  keyHash: Buffer | undefined,
  accountId: string,
  now: Date,
): Promise<OrderRow> {
  const buyer = await kysely
    .selectFrom('accounts')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('merged_into', 'is', null)
    .executeTakeFirst();
  if (!buyer) throw new Problem('Unauthenticated');
  const found = keyHash && (await findOrderByIdempotencyKey(kysely, keyHash));
  if (found) return found;
  const { open } = await kysely
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

/** Serialises the orders of an account, so that the next statement counts all of them. */
const lockBuyerStatement = defineStatement<{ accountId: string }>(
  ({ accountId }) => `select from accounts where account_id = ${accountId} for no key update`,
);

/**
 * Inserts nothing if the key was used before, the account has too many unpaid orders, or it was merged into another.
 */
const insertOrderStatement = defineStatement<
  Omit<OrderRow, 'product'> & { readonly product: string; readonly unpaidSince: Date; readonly maxUnpaid: number }
>(
  (places) => `
  insert into orders (order_id, account_id, game, game_uid, platform, product, sku, quantity, price_minor, currency,
    usd_minor, country, developer_payload, success_url, failure_url, idempotency_hash, continues_until, created_at,
    expires_at)
  select ${places.order_id}, account_id, ${places.game}, ${places.game_uid}, ${places.platform}, ${places.product},
    ${places.sku}, ${places.quantity}, ${places.price_minor}, ${places.currency}, ${places.usd_minor}, ${places.country},
    ${places.developer_payload}, ${places.success_url}, ${places.failure_url}, ${places.idempotency_hash},
    ${places.continues_until}, ${places.created_at}, ${places.expires_at}
  from accounts
  where account_id = ${places.account_id} and merged_into is null and ${places.maxUnpaid} > (
    select count(*) from orders
    where account_id = ${places.account_id} and status in ('Created', 'WaitingForPayment')
      and created_at > ${places.unpaidSince}
  )
  on conflict (idempotency_hash) do nothing`,
);
