// Gives a player what he has bought at a platform whose proof his browser brings. It is a payment like any other: it counts once,
// for one account, through the same door as every webhook, and what does not fit its order buys nothing. A purchase that no order
// was made for, or whose order was paid by another one, gets an order of its own: the player has paid, whatever became of the page
// that he ordered on. It has to cost what we sell it for; where the platform's proof tells no amount, that is what it cost. What
// differs from our books buys nothing, is written down for an operator, and stays unfinished at the platform: it is brought again,
// and granted once the two agree.
import { randomUUID } from 'node:crypto';
import { fallbackLocale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { Gift, GiftEnd, ProvedPurchase } from '#platforms/port.server.ts';
import type { DifferenceKind } from '#server/db/money-tables.ts';
import { priceProduct } from '#server/features/store/price-product.ts';
import { chooseUnit, findSale } from '#server/features/store/sale-on.ts';
import { createOrder } from '../ordering/create-order.ts';
import { lockOrder } from '../facts/follow-order.ts';
import type { LoadedProvider } from '../providers/load-providers.ts';
import { noteDifference } from '../facts/note-difference.ts';
import type { OrderRow } from '../order-rows.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { requireProvider } from '../providers/provider-account.ts';
import { settleFact } from '../facts/settle-fact.ts';

export interface Claimant {
  readonly accountId: string;
  readonly game: string;
}

/**
 * A product for nothing: a purchase that cost nothing, by the same door, so that the game's server hears of it as of any other. The
 * account is a part of its name: everybody is given it once.
 */
export async function giveProduct(
  deps: OrdersDeps,
  folder: string,
  claimant: Claimant,
  { key, sku }: Gift,
): Promise<GiftEnd> {
  const transactionId = `${key} ${claimant.accountId}`;
  const gift = { transactionId, sku, isTest: false };
  const end = await claimInTurn(deps, claimant, () => claimNow(deps, folder, claimant, gift, 'as a gift'));
  return end === 'granted' ? { outcome: 'given', transactionId } : { outcome: end };
}

/** Settled when it answers. Brought again it answers the same. */
export const claimPurchase = (
  deps: OrdersDeps,
  folder: string,
  claimant: Claimant,
  purchase: ProvedPurchase,
): Promise<ClaimEnd> => claimInTurn(deps, claimant, () => claimNow(deps, folder, claimant, purchase, 'for money'));

type ClaimEnd = 'granted' | 'refused';

/** A gift costs nothing. It is no part of what a half has proved: only the core itself gives. */
type Had = 'for money' | 'as a gift';

/** One after the other: of two purchases for one order the second has to see that it is paid. */
const claimInTurn = (
  { database }: OrdersDeps,
  { accountId }: Claimant,
  claim: () => Promise<ClaimEnd>,
): Promise<ClaimEnd> => database.inTurn(`claim ${accountId}`, claim);

async function claimNow(
  deps: OrdersDeps,
  folder: string,
  claimant: Claimant,
  purchase: ProvedPurchase,
  had: Had,
): Promise<ClaimEnd> {
  const refuse = (reason: string): 'refused' => {
    const { transactionId, sku } = purchase;
    deps.log.warn({ provider: folder, transactionId, sku, game: claimant.game, reason }, 'A purchase was refused.');
    return 'refused';
  };
  // Before the ledger: an order that is paid by then is paid by something that the ledger knows.
  const order = await findOrder(deps, purchase);
  const isHis = await isOf(deps, folder, claimant, purchase);
  if (isHis !== undefined) return isHis ? 'granted' : refuse('another account has had it');
  const provider = requireProvider(deps, folder);
  const found = await findOrderToPay(deps, provider, claimant, { purchase, order, had });
  const { transactionId, amountMinor, currency, isTest } = purchase;
  const differs = async (kind: DifferenceKind, detail: string, orderId?: string): Promise<'refused'> => {
    const fact = {
      kind: 'paid',
      transactionId,
      ...(currency !== undefined && { currency }),
      ...(isAmount(amountMinor) && { amountMinor }),
    } as const;
    const named = `${purchase.sku} of ${claimant.game}: ${detail}`;
    await noteDifference(deps, { kind, provider: folder, fact, orderId, detail: named });
    return refuse(detail);
  };
  if ('differs' in found) return differs(found.differs, found.detail, order?.order_id);
  const attemptId = await findOrAddAttempt(deps, provider, found);
  const paid = { kind: 'paid', dedupKey: `claim ${transactionId}`, attemptId, transactionId } as const;
  // The settings that proved it are those of the game that was played, which the order is for.
  const money = {
    amountMinor: amountMinor ?? found.price_minor,
    currency: currency ?? found.currency,
  };
  const settled = await settleFact(deps, folder, { ...paid, ...money, isTest });
  if (settled === 'anomaly' || settled === 'unknown')
    return differs('does not fit', 'it is not what the order says', found.order_id);
  // Somebody else may have claimed the same at the same moment: the ledger has it once.
  return (await isOf(deps, folder, claimant, purchase)) ? 'granted' : refuse('another account has had it');
}

/** Whether the account has had this purchase, for this game; undefined: nobody has. */
async function isOf(
  { database }: OrdersDeps,
  folder: string,
  { accountId, game }: Claimant,
  { transactionId }: ProvedPurchase,
): Promise<boolean | undefined> {
  const had = await database.kysely
    .selectFrom('ledger')
    .innerJoin('orders', 'orders.order_id', 'ledger.order_id')
    .select(['orders.account_id', 'orders.game'])
    .where('ledger.provider', '=', folder)
    .where('ledger.transaction_id', '=', transactionId)
    .where('ledger.kind', '=', 'charged')
    .executeTakeFirst();
  return had && had.account_id === accountId && had.game === game;
}

async function findOrder({ database }: OrdersDeps, { orderId = '' }: ProvedPurchase): Promise<OrderRow | undefined> {
  if (!uuidShape.test(orderId)) return undefined;
  return database.kysely.selectFrom('orders').selectAll().where('order_id', '=', orderId).executeTakeFirst();
}

/** Why there is no order that it could pay. */
interface Difference {
  readonly differs: DifferenceKind;
  readonly detail: string;
}

/** The order that it pays, or why there is none. */
async function findOrderToPay(
  deps: OrdersDeps,
  provider: LoadedProvider,
  claimant: Claimant,
  {
    purchase,
    order,
    had,
  }: { readonly purchase: ProvedPurchase; readonly order: OrderRow | undefined; readonly had: Had },
): Promise<OrderRow | Difference> {
  const { sku, amountMinor, currency } = purchase;
  const { id } = provider.manifest;
  const unit = chooseUnit(findSale(id), currency);
  const tellsPrice = amountMinor !== undefined || currency !== undefined;
  if (tellsPrice && (currency === undefined || !isAmount(amountMinor) || amountMinor === 0))
    return { differs: 'other price', detail: 'it has no price' };
  if (unit !== undefined && unit !== (currency ?? unit))
    return { differs: 'other price', detail: `it was not paid in ${unit}` };
  if (!order) return makeOrder(deps, id, claimant, purchase, { had });
  if (order.account_id !== claimant.accountId)
    return { differs: 'does not fit', detail: 'its order is another account’s' };
  if (order.game !== claimant.game || order.sku !== sku || order.platform !== id)
    return { differs: 'does not fit', detail: 'its order is for something else' };
  if (order.paid_at === null) return order;
  return makeOrder(deps, id, claimant, purchase, { had, orderedMinor: order.price_minor });
}

const isAmount = (amountMinor: number | undefined): boolean =>
  amountMinor !== undefined && Number.isSafeInteger(amountMinor) && amountMinor >= 0;

async function makeOrder(
  deps: OrdersDeps,
  platform: string,
  { accountId, game }: Claimant,
  { transactionId, sku, amountMinor, currency }: ProvedPurchase,
  /** `orderedMinor`: what it cost when the order was made that another purchase has paid. */
  { had, orderedMinor }: { readonly had: Had; readonly orderedMinor?: number },
): Promise<OrderRow | Difference> {
  const priced = await priceProduct(deps.database.kysely, { game, sku, currency, locale: fallbackLocale, platform });
  // Until an operator gives it a price there, it stays unfinished at the platform and is brought again.
  if (priced.outcome !== 'priced') return { differs: 'not sold', detail: 'it is not sold there' };
  // A purchase may be older than the sale, and its order than the price.
  const prices = [priced.priceMinor, priced.wasMinor, orderedMinor];
  const isGift = had === 'as a gift';
  const usualMinor = isGift ? 0 : priced.priceMinor;
  const taken = { amountMinor: amountMinor ?? usualMinor, currency: currency ?? priced.currency };
  if ((!isGift && !prices.includes(taken.amountMinor)) || priced.currency !== taken.currency)
    return { differs: 'other price', detail: `it costs ${priced.priceMinor} ${priced.currency} here` };
  try {
    return await createOrder(deps, {
      accountId,
      game,
      sku,
      platform,
      locale: fallbackLocale,
      idempotencyKey: `claim ${platform} ${transactionId}`,
      taken,
    });
  } catch (error) {
    if (error instanceof Problem && error.code === 'NotFound')
      return { differs: 'not sold', detail: 'it is not sold there' };
    throw error;
  }
}

/** The order's own attempt with the platform, else one that is written now: nothing has to be opened any more. */
async function findOrAddAttempt(
  deps: OrdersDeps,
  { folder }: LoadedProvider,
  { order_id: orderId }: OrderRow,
): Promise<string> {
  const known = await deps.database.kysely
    .selectFrom('payment_attempts')
    .select('attempt_id')
    .where('order_id', '=', orderId)
    .where('provider', '=', folder)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return known?.attempt_id ?? addPaidAttempt(deps, folder, orderId);
}

function addPaidAttempt(deps: OrdersDeps, folder: string, orderId: string): Promise<string> {
  return deps.database.transaction(async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (!order) throw new Problem('Conflict');
    const attempts = await trx
      .selectFrom('payment_attempts')
      .select(['attempt_id', 'provider'])
      .where('order_id', '=', orderId)
      .orderBy('number', 'desc')
      .execute();
    const own = attempts.find(({ provider }) => provider === folder);
    if (own) return own.attempt_id;
    const attemptId = randomUUID();
    await trx
      .insertInto('payment_attempts')
      .values({
        attempt_id: attemptId,
        order_id: orderId,
        number: attempts.length + 1,
        provider: folder,
        state: 'open',
        amount_minor: order.price_minor,
        currency: order.currency,
        created_at: deps.now(),
      })
      .execute();
    return attemptId;
  });
}

// The platform repeats what a browser gave it: it may be anything.
const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
