// An order: what, for whom, at which price, as it is now. The price is looked up and never taken from the caller. The same key
// gives the same order; of any number of calls at once one creates it.
import { hash, randomUUID } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Locale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { Tables } from '#server/db/tables.ts';
import { priceProduct, type PricedProduct } from '#server/features/store/price-product.ts';
import { addOrderEvent } from './order-events.ts';
import type { OrderRow, OrdersDeps } from './orders-deps.ts';

export interface OrderRequest {
  readonly accountId: string;
  readonly game: string;
  readonly sku: string;
  readonly currency?: string | undefined;
  readonly country?: string | undefined;
  readonly locale: Locale;
  readonly platform: string;
  readonly idempotencyKey?: string | undefined;
  readonly developerPayload?: string | undefined;
  readonly successUrl?: string | undefined;
  readonly failureUrl?: string | undefined;
  readonly continuesUntil?: Date | undefined;
}

export async function createOrder(deps: OrdersDeps, request: OrderRequest): Promise<OrderRow> {
  const { database } = deps;
  const keyHash = idempotencyHash(request);
  const known = keyHash && (await findByKey(database.kysely, keyHash));
  if (known) return sameOrder(known, request);
  const { game, sku, currency, country, locale } = request;
  const priced = await priceProduct(database.kysely, { game, sku, currency, country, locale });
  if (priced.outcome === 'unknown') throw new Problem('NotFound', `${game} has no product ${sku}.`);
  if (priced.outcome !== 'priced' || priced.priceMinor === 0)
    throw new Problem(
      'NotFound',
      `${sku} of ${game} is not for sale${currency === undefined ? '' : ` in ${currency}`}.`,
    );
  const gameUid = await deps.inTurn(request.accountId, () => gameUidOf(database.kysely, request));
  if (priced.requiresDryRun) await askGame(deps, request, gameUid);
  return deps.inTurn(request.accountId, () => insertOrder(deps, request, { priced, gameUid, keyHash }));
}

interface Found {
  readonly priced: PricedProduct;
  readonly gameUid: string;
  readonly keyHash: Buffer | undefined;
}

function insertOrder(deps: OrdersDeps, request: OrderRequest, { priced, gameUid, keyHash }: Found): Promise<OrderRow> {
  const { game, sku } = request;
  return deps.database.transaction(async (trx) => {
    await lockBuyer(trx, request.accountId);
    await checkBound(trx, request.accountId, deps.now());
    const now = deps.now();
    const order = await trx
      .insertInto('orders')
      .values({
        order_id: randomUUID(),
        account_id: request.accountId,
        game,
        game_uid: gameUid,
        platform: request.platform,
        product: JSON.stringify(priced.product),
        sku,
        quantity: priced.quantity,
        price_minor: priced.priceMinor,
        currency: priced.currency,
        usd_minor: priced.usdMinor,
        country: request.country ?? null,
        developer_payload: request.developerPayload ?? null,
        success_url: request.successUrl ?? null,
        failure_url: request.failureUrl ?? null,
        idempotency_hash: keyHash ?? null,
        continues_until: request.continuesUntil ?? null,
        created_at: now,
        expires_at: new Date(now.getTime() + lifetimeMs),
      })
      .onConflict((conflict) => conflict.column('idempotency_hash').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!order) return sameOrder(await existing(trx, keyHash), request);
    await addOrderEvent(trx, order.order_id, 'created', { sku, quantity: priced.quantity });
    await deps.sendExpiry(trx, order.order_id, 0, new Date(order.expires_at.getTime() + graceMs));
    return order;
  });
}

const lifetimeMs = 24 * 3_600_000;
/** How long after its end an order is looked at for the last time before it is given up. */
export const graceMs = 10 * 60_000;
// Nobody decides between more; who opens more is no buyer.
const mostOpen = 50;

/** A key means something for its account only, also after the account has become a part of another one. */
function idempotencyHash({ accountId, idempotencyKey }: OrderRequest): Buffer | undefined {
  return idempotencyKey === undefined ? undefined : hash('sha256', `${accountId} ${idempotencyKey}`, 'buffer');
}

const findByKey = (db: Kysely<Tables>, keyHash: Buffer): Promise<OrderRow | undefined> =>
  db.selectFrom('orders').selectAll().where('idempotency_hash', '=', keyHash).executeTakeFirst();

/** Another call with the same key was faster. */
async function existing(trx: Transaction<Tables>, keyHash: Buffer | undefined): Promise<OrderRow> {
  const found = keyHash && (await findByKey(trx, keyHash));
  if (!found) throw new Problem('Conflict');
  return found;
}

function sameOrder(order: OrderRow, { game, sku, currency }: OrderRequest): OrderRow {
  if (order.game === game && order.sku === sku && (currency ?? order.currency) === order.currency) return order;
  throw new Problem('Conflict', 'This key was used for another order. Take a new key for every purchase.');
}

/** One order of an account after the other; an account that has become a part of another one buys nothing. */
async function lockBuyer(trx: Transaction<Tables>, accountId: string): Promise<void> {
  const { rows } = await sql`
    select 1 from accounts where account_id = ${accountId} and merged_into is null for no key update`.execute(trx);
  if (rows.length === 0) throw new Problem('Unauthenticated');
}

async function checkBound(trx: Transaction<Tables>, accountId: string, now: Date): Promise<void> {
  const { open } = await trx
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('account_id', '=', accountId)
    .where('status', 'in', ['Created', 'WaitingForPayment'])
    .where('created_at', '>', new Date(now.getTime() - lifetimeMs))
    .executeTakeFirstOrThrow();
  if (open >= mostOpen)
    throw new Problem('TooManyRequests', `You have ${open} unpaid orders. Pay one of them, or wait until they expire.`);
}

/** On the own portal whoever buys for a game for the first time is connected to it there and then, as whoever plays it. */
async function gameUidOf(db: Kysely<Tables>, { accountId, game, platform }: OrderRequest): Promise<string> {
  const connected = await db
    .selectFrom('connected_games')
    .select('game_uid')
    .where('account_id', '=', accountId)
    .where('game', '=', game)
    .executeTakeFirst();
  if (connected) return connected.game_uid;
  if (platform !== ownPlatform)
    throw new Problem('GameNotConnected', `${game} is not connected to the account. Play it first.`);
  const { rows } = await sql<{ game_uid: string }>`
    with buyer as (
      select account_id from accounts where account_id = ${accountId} and merged_into is null for share
    )
    insert into connected_games (account_id, game, game_uid)
    select account_id, ${game}, ${randomUUID()} from buyer
    on conflict (account_id, game) do update set game_uid = connected_games.game_uid
    returning game_uid`.execute(db);
  const [fresh] = rows;
  if (!fresh) throw new Problem('Unauthenticated');
  return fresh.game_uid;
}

/** Some products are sold only when the game says that it would deliver them. */
async function askGame(
  { askDryRun }: OrdersDeps,
  { accountId, game, sku }: OrderRequest,
  gameUid: string,
): Promise<void> {
  const answer = (await askDryRun(game, { accountId, gameUid, skus: [sku] })).get(sku);
  if (!answer?.canBuy)
    throw new Problem('Conflict', `${game} does not deliver ${sku} now: ${answer?.reason ?? 'it did not answer'}.`);
}

export const ownPlatform = 'FxId';
