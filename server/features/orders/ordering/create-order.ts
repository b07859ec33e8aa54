// An order: what, for whom, at which price, as it is now. The price is looked up and never taken from the caller. The same key
// gives the same order; of any number of calls at once one creates it.
import { randomUUID } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Locale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { Tables } from '#server/db/tables.ts';
import { priceProduct, type PricedProduct } from '#server/features/store/price-product.ts';
import { saleOn } from '#server/features/store/sale-on.ts';
import { randomId } from '#server/secrets/random-id.ts';
import { addAttempt, type AttemptWish } from '../attempts/begin-attempt.ts';
import { insertOrderRow, lockBuyerRow } from '../facts/order-statements.ts';
import type { AttemptRow, OrderRow, OrdersDeps } from '../orders-deps.ts';
import { idempotencyHash, readBuyer, type Buyer } from './read-buyer.ts';

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
  /** What a platform has taken for it already: that is its price, and nobody is asked anything any more. */
  readonly taken?: { readonly amountMinor: number; readonly currency: string } | undefined;
  /** As just read, if it was. */
  readonly buyer?: Buyer | undefined;
}

/** An order, and its first attempt to be paid if it was made with one. */
export interface CreatedOrder {
  readonly order: OrderRow;
  readonly attempt?: AttemptRow;
}

/** Tells with which provider the first attempt is made. Undefined: that is not known yet. */
export type FirstAttempt = (order: {
  readonly orderId: string;
  readonly currency: string;
}) => Promise<{ readonly folder: string; readonly wish: AttemptWish } | undefined>;

export async function createOrder(deps: OrdersDeps, request: OrderRequest): Promise<OrderRow> {
  return (await createOrderToPay(deps, request)).order;
}

/** The same for who goes on to pay: the attempt is written with its order, in one transaction. */
export async function createOrderToPay(
  deps: OrdersDeps,
  request: OrderRequest,
  firstAttempt?: FirstAttempt,
): Promise<CreatedOrder> {
  const { database } = deps;
  const buyer = request.buyer ?? (await readBuyer(database.kysely, request));
  const keyHash = idempotencyHash(request);
  const known = keyHash && buyer?.has_order ? await findByKey(database.kysely, keyHash) : undefined;
  if (known) return { order: sameOrder(known, request) };
  const priced = await lookUp(database.kysely, request);
  const gameUid = buyer?.game_uid ?? (await deps.inTurn(request.accountId, () => gameUidOf(database.kysely, request)));
  if (priced.requiresDryRun && !request.taken) await askGame(deps, request, gameUid);
  const orderId = randomId();
  const first = await firstAttempt?.({ orderId, currency: priced.currency });
  return deps.inTurn(request.accountId, () => insertOrder(deps, request, { orderId, priced, gameUid, keyHash, first }));
}

async function lookUp(db: Kysely<Tables>, request: OrderRequest): Promise<PricedProduct> {
  const { game, sku, country, locale, platform, taken } = request;
  const currency = saleOn(platform).unit ?? request.currency;
  const priced = await priceProduct(db, { game, sku, currency, country, locale, platform });
  if (priced.outcome === 'unknown') throw new Problem('NotFound', `${game} has no product ${sku}.`);
  if (priced.outcome !== 'priced' || priced.priceMinor === 0)
    throw new Problem(
      'NotFound',
      `${sku} of ${game} is not for sale${currency === undefined ? '' : ` in ${currency}`}.`,
    );
  return taken ? { ...priced, priceMinor: taken.amountMinor, currency: taken.currency } : priced;
}

interface Found {
  readonly orderId: string;
  readonly priced: PricedProduct;
  readonly gameUid: string;
  readonly keyHash: Buffer | undefined;
  readonly first: Awaited<ReturnType<FirstAttempt>>;
}

function insertOrder(deps: OrdersDeps, request: OrderRequest, found: Found): Promise<CreatedOrder> {
  const { first, keyHash } = found;
  return deps.database.transaction(async (trx) => {
    const [locked] = await lockBuyerRow(trx, request.accountId);
    if (!locked) throw new Problem('Unauthenticated');
    const now = deps.now();
    const order = await insertRow(trx, request, found, now);
    if (!order) return { order: sameOrder(await existing(trx, keyHash, request.accountId, now), request) };
    await deps.sendExpiry(trx, order.order_id, 0, new Date(order.expires_at.getTime() + graceMs));
    if (!first) return { order };
    return { order, attempt: await addAttempt(trx, deps, { ...first, order, number: 1 }) };
  });
}

async function insertRow(
  trx: Transaction<Tables>,
  request: OrderRequest,
  { orderId, priced, gameUid, keyHash }: Found,
  now: Date,
): Promise<OrderRow | undefined> {
  const [order] = await insertOrderRow(
    trx,
    orderId,
    request.accountId,
    request.game,
    gameUid,
    request.platform,
    JSON.stringify(priced.product),
    request.sku,
    priced.quantity,
    priced.priceMinor,
    priced.currency,
    priced.usdMinor,
    request.country ?? null,
    request.developerPayload ?? null,
    request.successUrl ?? null,
    request.failureUrl ?? null,
    keyHash ?? null,
    request.continuesUntil ?? null,
    now,
    new Date(now.getTime() + lifetimeMs),
    unpaidSince(now),
    request.taken ? anyNumber : mostOpen,
  );
  return order;
}

const lifetimeMs = 24 * 3_600_000;
/** How long after its end an order is looked at for the last time before it is given up. */
export const graceMs = 10 * 60_000;
// Nobody decides between more; who opens more is no buyer.
const mostOpen = 50;
const anyNumber = 2 ** 31 - 1;

/** Older ones have expired, or are about to. */
const unpaidSince = (now: Date): Date => new Date(now.getTime() - lifetimeMs);

const findByKey = (db: Kysely<Tables>, keyHash: Buffer): Promise<OrderRow | undefined> =>
  db.selectFrom('orders').selectAll().where('idempotency_hash', '=', keyHash).executeTakeFirst();

/** Why nothing was written: another call with the same key was faster, or there are too many. */
async function existing(
  trx: Transaction<Tables>,
  keyHash: Buffer | undefined,
  accountId: string,
  now: Date,
): Promise<OrderRow> {
  const found = keyHash && (await findByKey(trx, keyHash));
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

function sameOrder(order: OrderRow, { game, sku, platform, currency: asked }: OrderRequest): OrderRow {
  const currency = saleOn(platform).unit ?? asked;
  if (order.game === game && order.sku === sku && (currency ?? order.currency) === order.currency) return order;
  throw new Problem('Conflict', 'This key was used for another order. Take a new key for every purchase.');
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
