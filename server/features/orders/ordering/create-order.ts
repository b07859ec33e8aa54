// Creates an order. The price comes from the catalogue, never from the caller. The same idempotency key returns the
// same order; of concurrent calls one creates it.
import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Tables } from '#server/db/tables.ts';
import { buildUnmergedAccountSql } from '#server/db/lock-account.ts';
import type { CatalogueRow } from '#server/features/store/catalogue-statement.ts';
import { priceCatalogueProduct, type PricedProduct } from '#server/features/store/price-product.ts';
import { createRandomId } from '#server/secrets/create-random-id.ts';
import { planAttempt, type PaymentRequest } from '../attempts/plan-attempt.ts';
import type { OrderRow } from '../order-rows.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { findOrderByIdempotencyKey, insertOrder, requireSameOrder, type CreatedOrder } from './insert-order.ts';
import { portalPlatformName, type OrderRequest } from './order-request.ts';

export async function createOrder(deps: OrdersDeps, request: OrderRequest): Promise<OrderRow> {
  return (await createOrderToPay(deps, request)).order;
}

export async function createOrderToPay(
  deps: OrdersDeps,
  request: OrderRequest,
  paymentRequest?: Omit<PaymentRequest, 'returnUrl'>,
): Promise<CreatedOrder> {
  const { kysely } = deps.database;
  const { accountId, game, platform, country } = request;
  const { buyer, catalogue, keyHash } = request.context ?? (await deps.readOrderContext(request));
  const known = keyHash && buyer?.has_order ? await findOrderByIdempotencyKey(kysely, keyHash) : undefined;
  if (known) return { order: requireSameOrder(known, request) };
  // A purchase that a platform has already charged is delivered even without accepted documents.
  if (buyer?.must_accept && !request.taken) throw new Problem('DocumentsNotAccepted', undefined, { param: game });
  const priced = priceOrder(catalogue, request);
  const gameUid = buyer?.game_uid ?? (await deps.database.runExclusive(accountId, () => connectBuyer(kysely, request)));
  if (priced.dryRunSkus.length > 0 && !request.taken) await askGame(deps, request, gameUid, priced.dryRunSkus);
  const orderId = createRandomId();
  const planned =
    paymentRequest &&
    (await planAttempt(
      deps,
      { ...paymentRequest, returnUrl: deps.returnAddress + orderId },
      {
        orderId,
        accountId,
        platform,
        sale: priced.sale,
        country,
        currency: priced.currency,
        amountMinor: priced.priceMinor,
        buyerName: buyer?.name ?? '',
      },
    ));
  return insertOrder(deps, request, { orderId, priced, gameUid, keyHash, planned });
}

function priceOrder(catalogue: CatalogueRow | undefined, request: OrderRequest): PricedProduct {
  const { game, sku, currency, country, locale, platform, taken } = request;
  const priced = priceCatalogueProduct(catalogue, { currency, country, locale, platform });
  if (priced.outcome === 'unknown') throw new Problem('NotFound', `${game} has no product ${sku}.`);
  if (priced.outcome === 'not-for-sale')
    throw new Problem(
      'NotFound',
      `${sku} of ${game} is not for sale${priced.currency === undefined ? '' : ` in ${priced.currency}`}.`,
    );
  if (!taken) return priced;
  const { amountMinor: priceMinor, currency: takenIn } = taken;
  // A free product earned nothing.
  return { ...priced, priceMinor, currency: takenIn, usdMinor: priceMinor === 0 ? 0 : priced.usdMinor };
}

/** On our own portal, the first purchase connects the buyer to the game, like the first play. */
async function connectBuyer(db: Kysely<Tables>, { accountId, game, platform }: OrderRequest): Promise<string> {
  const connected = await db
    .selectFrom('connected_games')
    .select('game_uid')
    .where('account_id', '=', accountId)
    .where('game', '=', game)
    .executeTakeFirst();
  if (connected) return connected.game_uid;
  if (platform !== portalPlatformName)
    throw new Problem('GameNotConnected', `${game} is not connected to the account. Play it first.`, { param: game });
  const { rows } = await sql<{ game_uid: string }>`
    with buyer as (${buildUnmergedAccountSql(accountId)})
    insert into connected_games (account_id, game, game_uid)
    select account_id, ${game}, ${randomUUID()} from buyer
    on conflict (account_id, game) do update set game_uid = connected_games.game_uid
    returning game_uid`.execute(db);
  const [fresh] = rows;
  if (!fresh) throw new Problem('Unauthenticated');
  return fresh.game_uid;
}

/** Some products are sold only if the game's server confirms that it would deliver them. */
async function askGame(
  { requestDryRun }: OrdersDeps,
  { accountId, game }: OrderRequest,
  gameUid: string,
  skus: readonly string[],
): Promise<void> {
  const answers = await requestDryRun(game, { accountId, gameUid, skus });
  for (const sku of skus) {
    const answer = answers.get(sku);
    if (!answer?.canBuy)
      throw new Problem('Conflict', `${game} does not deliver ${sku} now: ${answer?.reason ?? 'it did not answer'}.`);
  }
}
