// Finds or creates the order that a proved purchase pays: the order it names, otherwise a new one, at our price or at
// the platform's.
import { fallbackLocale } from '#model/locale.ts';
import type { ProvedPurchase } from '#model/payment-operations.server.ts';
import { Problem } from '#model/problem.ts';
import type { DiscrepancyKind } from '#server/db/money-tables.ts';
import { priceProduct } from '#server/features/store/price-product.ts';
import { choosePlatformCurrencyUnit, findPlatformSaleTerms } from '#server/features/store/platform-sale-terms.ts';
import { createOrder } from '../ordering/create-order.ts';
import type { OrderRow } from '../order-rows.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import type { ProviderAccount } from '../providers/provider-account.ts';

export interface PurchaseClaimant {
  readonly accountId: string;
  readonly game: string;
}

/** A gift costs nothing. Adapters can't prove gifts: only the core grants them. */
export type PurchaseKind = 'paid' | 'gift';

export interface PurchaseMismatch {
  readonly kind: DiscrepancyKind & ('price-mismatch' | 'not-sold' | 'mismatch');
  readonly detail: string;
}

/** @param order the order that the purchase names */
export async function findOrderToPay(
  deps: OrdersDeps,
  account: ProviderAccount,
  claimant: PurchaseClaimant,
  {
    purchase,
    order,
    purchaseKind,
  }: { readonly purchase: ProvedPurchase; readonly order: OrderRow | undefined; readonly purchaseKind: PurchaseKind },
): Promise<OrderRow | PurchaseMismatch> {
  const { folder, manifest } = account.provider;
  const { id } = manifest;
  const { sku, amountMinor, currency, isPlatformPriced = false } = purchase;
  const unit = choosePlatformCurrencyUnit(findPlatformSaleTerms(id), currency);
  const tellsPrice = amountMinor !== undefined || currency !== undefined;
  if (tellsPrice && !isPlatformPriced && (currency === undefined || !isValidAmount(amountMinor) || amountMinor === 0))
    return { kind: 'price-mismatch', detail: 'it has no price' };
  if (unit !== undefined && unit !== (currency ?? unit))
    return { kind: 'price-mismatch', detail: `it was not paid in ${unit}` };
  if (!order) return createOrderForPurchase(deps, account, claimant, { purchase, purchaseKind });
  if (order.account_id !== claimant.accountId) return { kind: 'mismatch', detail: 'its order is another account’s' };
  if (order.game !== claimant.game || order.sku !== sku || order.platform !== id)
    return { kind: 'mismatch', detail: 'its order is for something else' };
  const isFree = order.paid_at === null && !(await isForOtherPurchase(deps, folder, order, purchase));
  const costsSame =
    !isPlatformPriced ||
    ((amountMinor ?? order.price_minor) === order.price_minor && (currency ?? order.currency) === order.currency);
  return isFree && costsSame
    ? order
    : createOrderForPurchase(deps, account, claimant, { purchase, purchaseKind, orderedMinor: order.price_minor });
}

export const isValidAmount = (amountMinor: number | undefined): boolean =>
  amountMinor !== undefined && Number.isSafeInteger(amountMinor) && amountMinor >= 0;

async function isForOtherPurchase(
  { database }: OrdersDeps,
  folder: string,
  { order_id: orderId }: OrderRow,
  { transactionId }: ProvedPurchase,
): Promise<boolean> {
  const other = await database.kysely
    .selectFrom('payment_attempts')
    .select('attempt_id')
    .where('order_id', '=', orderId)
    .where('provider', '=', folder)
    .where('sealed_receipt', 'is not', null)
    .where('provider_payment_id', '<>', transactionId)
    .executeTakeFirst();
  return other !== undefined;
}

async function createOrderForPurchase(
  deps: OrdersDeps,
  { provider, owner }: ProviderAccount,
  { accountId, game }: PurchaseClaimant,
  {
    purchase,
    purchaseKind,
    orderedMinor,
  }: {
    readonly purchase: ProvedPurchase;
    readonly purchaseKind: PurchaseKind;
    readonly orderedMinor?: number;
  },
): Promise<OrderRow | PurchaseMismatch> {
  const { transactionId, sku, currency, isPlatformPriced = false } = purchase;
  const platform = provider.manifest.id;
  const asked = isPlatformPriced ? undefined : currency;
  const priced = await priceProduct(deps.database.kysely, {
    game,
    sku,
    currency: asked,
    locale: fallbackLocale,
    platform,
  });
  // Until an operator sets a price for this platform, the purchase stays unfinished there and is reported again.
  if (priced.outcome !== 'priced') return { kind: 'not-sold', detail: 'it is not sold there' };
  const defaultMinor = purchaseKind === 'gift' ? 0 : priced.priceMinor;
  const taken = { amountMinor: purchase.amountMinor ?? defaultMinor, currency: currency ?? priced.currency };
  // The purchase may predate the sale, and the order may predate the current price.
  const isOurs = [priced.priceMinor, priced.wasMinor, orderedMinor].includes(taken.amountMinor);
  const isFixed = purchaseKind === 'paid' && !isPlatformPriced;
  if (isFixed && (!isOurs || priced.currency !== taken.currency))
    return { kind: 'price-mismatch', detail: `it costs ${priced.priceMinor} ${priced.currency} here` };
  try {
    return await createOrder(deps, {
      accountId,
      game,
      sku,
      platform,
      locale: fallbackLocale,
      // Keys of the portal's account have no owner part, so that keys from older releases stay valid.
      idempotencyKey: `claim ${[platform, ...(owner === '' ? [] : [`of ${owner}`]), transactionId].join(' ')}`,
      taken,
    });
  } catch (error) {
    if (error instanceof Problem && error.code === 'NotFound')
      return { kind: 'not-sold', detail: 'it is not sold there' };
    throw error;
  }
}
