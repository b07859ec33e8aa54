// Grants a purchase made on a platform, proved by the player or the platform. It is applied like any other payment:
// once, for one account, and only if it matches its order.
//
// A purchase without an order, or whose order was paid by another purchase, gets a new order, because the player has
// paid. Its amount must equal our price, unless the platform sets prices itself; if the proof has no amount, our price
// applies. A purchase that doesn't match is recorded for an operator, grants nothing and stays unfinished at the
// platform: the device reports it again, and it is granted once prices agree.
import type {
  Gift,
  GiftResult,
  ProvedPurchase,
  PurchaseResult,
  PurchaseRefusalReason,
} from '#platforms/port.server.ts';
import { recordDiscrepancy } from '../payment-events/record-discrepancy.ts';
import { applyPaymentEvent } from '../payment-events/apply-payment-event.ts';
import type { OrderRow } from '../order-rows.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import {
  requireProviderAccount,
  type StoredAccountReference,
  type ProviderAccount,
} from '../providers/provider-account.ts';
import {
  findOrderToPay,
  isValidAmount,
  type PurchaseKind,
  type PurchaseClaimant,
  type PurchaseMismatch,
} from './order-to-pay.ts';
import { findOrAddPurchaseAttempt } from './purchase-attempt.ts';

/**
 * Grants a product for free, as a purchase with price 0, so the game's server gets the usual delivery. The account is
 * part of the transaction id, so each player gets it once, unless the gift is for one player.
 */
export async function grantGift(
  deps: OrdersDeps,
  folder: string,
  claimant: PurchaseClaimant,
  { key, sku, isForOnePlayer }: Gift,
): Promise<GiftResult> {
  const transactionId = isForOnePlayer ? key : `${key} ${claimant.accountId}`;
  const account = await requireProviderAccount(deps, folder, claimant.game);
  const end = await claimInTurn(deps, account, claimant, { transactionId, sku, isTest: false }, 'gift');
  return end.outcome === 'granted' ? { outcome: 'given', transactionId } : { outcome: 'refused' };
}

export async function findGrantedOrder(
  deps: OrdersDeps,
  folder: string,
  claimant: PurchaseClaimant,
  transactionId: string,
): Promise<string | undefined> {
  const account = await requireProviderAccount(deps, folder, claimant.game);
  const had = await findCharged(deps, account, { transactionId });
  return had && isOf(had, claimant) ? had.order_id : undefined;
}

/** Applied when it returns. Repeating the call returns the same result. Uses the settings of the game being played. */
export const claimPurchase = async (
  deps: OrdersDeps,
  folder: string,
  claimant: PurchaseClaimant,
  purchase: ProvedPurchase,
): Promise<PurchaseResult> =>
  claimProvedPurchase(deps, await requireProviderAccount(deps, folder, claimant.game), claimant, purchase);

export const claimProvedPurchase = (
  deps: OrdersDeps,
  account: ProviderAccount,
  claimant: PurchaseClaimant,
  purchase: ProvedPurchase,
): Promise<PurchaseResult> => claimInTurn(deps, account, claimant, purchase, 'paid');

/** One at a time: of two purchases for one order the second must see that it is paid. */
const claimInTurn = (
  deps: OrdersDeps,
  account: ProviderAccount,
  claimant: PurchaseClaimant,
  purchase: ProvedPurchase,
  purchaseKind: PurchaseKind,
): Promise<PurchaseResult> =>
  deps.database.runExclusive(`claim ${claimant.accountId}`, () =>
    claimNow(deps, account, claimant, purchase, purchaseKind),
  );

async function claimNow(
  deps: OrdersDeps,
  account: ProviderAccount,
  claimant: PurchaseClaimant,
  purchase: ProvedPurchase,
  purchaseKind: PurchaseKind,
): Promise<PurchaseResult> {
  const { provider } = account;
  const { folder } = provider;
  const { transactionId, sku, isTest, isTestAllowed = false, isPending = false } = purchase;
  const refuse = (reason: PurchaseRefusalReason, detail: string): PurchaseResult => {
    deps.log.warn(
      { provider: folder, transactionId, sku, game: claimant.game, reason: detail },
      'A purchase was refused.',
    );
    return { outcome: 'refused', reason };
  };
  // Read before the ledger: if the order is paid by then, the ledger already has the charge.
  const named = await findReferencedOrder(deps, purchase);
  const had = await findCharged(deps, account, purchase);
  if (had) return isOf(had, claimant) ? grant(had) : refuse('taken', 'another account has had it');
  const order =
    named ?? (purchase.paysWaitingOrder ? await findWaitingOrder(deps, account, purchase, claimant) : undefined);
  if (purchase.isGuessable && !isBound(purchase, order, claimant))
    return refuse('not-bound', 'its number alone proves nothing, and it names no order of the account');
  const takesTestMoney = deps.takesTestMoney || isTestAllowed;
  if (isTest && !takesTestMoney) return refuse('test-money', 'it is test money');
  const waiting = await findPendingOrder(deps, account, purchase);
  if (waiting && !isOf(waiting, claimant)) return refuse('taken', 'it waits for another account');
  const found = waiting ?? (await findOrderToPay(deps, account, claimant, { purchase, order, purchaseKind }));
  if ('kind' in found) {
    await note(deps, account, claimant, { purchase, mismatch: found, orderId: order?.order_id });
    return refuse(found.kind, found.detail);
  }
  const attemptId = await findOrAddPurchaseAttempt(deps, account, found.order_id, purchase);
  if (attemptId === undefined) return refuse('taken', 'another account was faster');
  if (isPending) return { outcome: 'pending', orderId: found.order_id };
  const paid = { kind: 'paid', dedupKey: `claim ${transactionId}`, attemptId, transactionId } as const;
  const money = waiting
    ? { amountMinor: found.price_minor, currency: found.currency }
    : { amountMinor: purchase.amountMinor ?? found.price_minor, currency: purchase.currency ?? found.currency };
  const settled = await applyPaymentEvent({ ...deps, takesTestMoney }, folder, { ...paid, ...money, isTest }, account);
  if (settled === 'anomaly' || settled === 'unknown') {
    const mismatch = { kind: 'mismatch', detail: 'it is not what the order says' } as const;
    await note(deps, account, claimant, { purchase, mismatch, orderId: found.order_id });
    return refuse('mismatch', mismatch.detail);
  }
  // Another request may have claimed the same purchase concurrently; the ledger has it once.
  const now = await findCharged(deps, account, purchase);
  return now && isOf(now, claimant) ? grant(now) : refuse('taken', 'another account has had it');
}

type Owned = Pick<OrderRow, 'order_id' | 'account_id' | 'game'>;

const grant = ({ order_id: orderId }: Owned): PurchaseResult => ({ outcome: 'granted', orderId });

const isOf = (order: Owned, { accountId, game }: PurchaseClaimant): boolean =>
  order.account_id === accountId && order.game === game;

const isBound = ({ orderId }: ProvedPurchase, order: OrderRow | undefined, claimant: PurchaseClaimant): boolean =>
  order ? isOf(order, claimant) : orderId === claimant.accountId;

const findCharged = async (
  { database }: OrdersDeps,
  account: ProviderAccount,
  { transactionId }: Pick<ProvedPurchase, 'transactionId'>,
): Promise<Owned | undefined> =>
  findOwned(
    account,
    await database.kysely
      .selectFrom('ledger')
      .innerJoin('orders', 'orders.order_id', 'ledger.order_id')
      .innerJoin('payment_attempts', 'payment_attempts.attempt_id', 'ledger.attempt_id')
      .select(['orders.order_id', 'orders.account_id', 'orders.game'])
      .select(['payment_attempts.account', 'payment_attempts.settings_hash'])
      .where('ledger.provider', '=', account.provider.folder)
      .where('ledger.transaction_id', '=', transactionId)
      .where('ledger.kind', '=', 'charged')
      .execute(),
  );

/** Other accounts may use the same transaction id. */
async function findOwned<Row extends StoredAccountReference>(
  { owns }: ProviderAccount,
  rows: readonly Row[],
): Promise<Row | undefined> {
  for (const row of rows) if (await owns(row)) return row;
  return undefined;
}

export const findPendingOrder = async (
  { database }: OrdersDeps,
  account: ProviderAccount,
  { transactionId, receipt }: ProvedPurchase,
): Promise<OrderRow | undefined> =>
  receipt === undefined
    ? undefined
    : findOwned(
        account,
        await database.kysely
          .selectFrom('orders')
          .innerJoin('payment_attempts', 'payment_attempts.order_id', 'orders.order_id')
          .selectAll('orders')
          .select(['payment_attempts.account', 'payment_attempts.settings_hash'])
          .where('payment_attempts.provider', '=', account.provider.folder)
          .where('payment_attempts.provider_payment_id', '=', transactionId)
          .execute(),
      );

/** The buyer's newest unpaid order of the product, opened with this account. */
export const findWaitingOrder = async (
  { database }: OrdersDeps,
  account: ProviderAccount,
  { sku }: Pick<ProvedPurchase, 'sku'>,
  buyer: PurchaseClaimant | { readonly payerId: string },
): Promise<OrderRow | undefined> => {
  const { folder, manifest } = account.provider;
  const { id: platform, identityTypes } = manifest;
  const waiting = database.kysely
    .selectFrom('orders')
    .innerJoin('payment_attempts', 'payment_attempts.order_id', 'orders.order_id')
    .selectAll('orders')
    .select(['payment_attempts.account', 'payment_attempts.settings_hash'])
    .where('payment_attempts.provider', '=', folder)
    .where('orders.platform', '=', platform)
    .where('orders.sku', '=', sku)
    .where('orders.status', '=', 'WaitingForPayment')
    .orderBy('orders.created_at', 'desc')
    .limit(20);
  return findOwned(
    account,
    await (
      'payerId' in buyer
        ? waiting.where('orders.account_id', 'in', (eb) =>
            eb
              .selectFrom('social_identities')
              .select('account_id')
              .where('type', 'in', identityTypes)
              .where('external_id', '=', buyer.payerId)
              .where('confirmed', 'is', true),
          )
        : waiting.where('orders.account_id', '=', buyer.accountId).where('orders.game', '=', buyer.game)
    ).execute(),
  );
};

export async function findReferencedOrder(
  { database }: OrdersDeps,
  { orderId = '' }: Pick<ProvedPurchase, 'orderId'>,
): Promise<OrderRow | undefined> {
  if (!uuidShape.test(orderId)) return undefined;
  return database.kysely.selectFrom('orders').selectAll().where('order_id', '=', orderId).executeTakeFirst();
}

async function note(
  deps: OrdersDeps,
  { provider: { folder }, owner }: ProviderAccount,
  { game }: PurchaseClaimant,
  {
    purchase,
    mismatch,
    orderId,
  }: { purchase: ProvedPurchase; mismatch: PurchaseMismatch; orderId: string | undefined },
): Promise<void> {
  const { transactionId, amountMinor, currency, sku } = purchase;
  const event = {
    kind: 'paid',
    transactionId,
    ...(currency !== undefined && { currency }),
    ...(amountMinor !== undefined && isValidAmount(amountMinor) && { amountMinor }),
  } as const;
  const detail = `${sku} of ${game}: ${mismatch.detail}`;
  await recordDiscrepancy(deps, { kind: mismatch.kind, provider: folder, account: owner, event, orderId, detail });
}

// The platform repeats a value from the browser, which may be anything.
const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
