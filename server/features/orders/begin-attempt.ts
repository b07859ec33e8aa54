// An attempt to pay an order: its row is there before the provider is asked, and holds what it is asked, so that the same can be
// asked again with the same key whatever happens to this node.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { alpha2Of } from '#model/country.ts';
import { localizedText, type Locale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { PaymentToOpen } from '#payments/port.server.ts';
import type { Tables } from '#server/db/tables.ts';
import { checkTime } from './check-schedule.ts';
import { followOrder, lockOrder } from './follow-order.ts';
import { openedOf, sealRequest } from './open-attempt.ts';
import type { AttemptRow, OrderRow, OrdersDeps } from './orders-deps.ts';
import { personalInfoOf } from './personal-info.ts';

export interface AttemptWish {
  readonly orderId: string;
  readonly buyerName: string;
  readonly locale: Locale;
  readonly wantsRedirect: boolean;
  readonly returnUrl: string;
}

/** The attempt with this provider that is under way or open, else a new one. */
export function beginAttempt(deps: OrdersDeps, folder: string, wish: AttemptWish): Promise<AttemptRow> {
  return deps.database.transaction(async (trx) => {
    const order = await lockOrder(trx, wish.orderId);
    if (!order) throw new Problem('NotFound', 'There is no such order.');
    const attempts = await trx
      .selectFrom('payment_attempts')
      .selectAll()
      .where('order_id', '=', wish.orderId)
      .orderBy('number')
      .execute();
    const last = attempts.findLast(({ provider }) => provider === folder);
    if (last && isUsable(deps, last, wish, order.paid_at !== null)) return last;
    refuseIfOver(order, deps.now());
    if (attempts.length >= mostAttempts)
      throw new Problem('Conflict', 'This order was tried too often. Begin a new purchase.');
    return addAttempt(trx, deps, { order, folder, wish, number: attempts.length + 1 });
  });
}

// Each is an object at a provider.
const mostAttempts = 10;

function isUsable(deps: OrdersDeps, attempt: AttemptRow, { wantsRedirect }: AttemptWish, isPaid: boolean): boolean {
  const opened = openedOf(deps.sealer, attempt);
  if (isPaid) return opened !== undefined;
  if (attempt.expires_at !== null && attempt.expires_at <= deps.now()) return false;
  if (attempt.state === 'creating') return true;
  return attempt.state === 'open' && opened !== undefined && (!wantsRedirect || opened.redirectUrl !== undefined);
}

function refuseIfOver({ paid_at: paidAt, expired_at: expiredAt, expires_at: expiresAt }: OrderRow, now: Date): void {
  if (paidAt !== null) throw new Problem('Conflict', 'This order is paid already.');
  if (expiredAt !== null || expiresAt <= now)
    throw new Problem('Conflict', 'The time to pay this order is over. Begin a new purchase.');
}

async function addAttempt(
  trx: Transaction<Tables>,
  deps: OrdersDeps,
  given: { readonly order: OrderRow; readonly folder: string; readonly wish: AttemptWish; readonly number: number },
): Promise<AttemptRow> {
  const { order, folder, wish, number } = given;
  const attemptId = randomUUID();
  const createdAt = deps.now();
  const attempt = await trx
    .insertInto('payment_attempts')
    .values({
      attempt_id: attemptId,
      order_id: order.order_id,
      number,
      provider: folder,
      amount_minor: order.price_minor,
      currency: order.currency,
      sealed_request: sealRequest(deps.sealer, paymentOf(deps, order, wish, { attemptId, createdAt })),
      created_at: createdAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await deps.sendCheck(trx, { attemptId, step: 0 }, { startAfter: checkTime(createdAt, 0), key: `${attemptId} 0` });
  await followOrder(trx, order, deps);
  return attempt;
}

function paymentOf(
  { sealer }: OrdersDeps,
  order: OrderRow,
  wish: AttemptWish,
  { attemptId, createdAt }: { readonly attemptId: string; readonly createdAt: Date },
): PaymentToOpen {
  const info = personalInfoOf(sealer, order);
  const country = order.country === null ? undefined : alpha2Of(order.country);
  return {
    attemptId,
    orderId: order.order_id,
    game: order.game,
    amountMinor: order.price_minor,
    currency: order.currency,
    product: {
      sku: order.sku,
      name: localizedText(order.product.names, wish.locale),
      description: localizedText(order.product.descriptions, wish.locale),
    },
    quantity: order.quantity,
    buyer: {
      accountId: order.account_id ?? '',
      name: wish.buyerName,
      ...(info?.email !== undefined && { email: info.email }),
      ...(info?.phone !== undefined && { phone: info.phone.replace(/^\+/, '') }),
      ...(country !== undefined && { country }),
    },
    locale: wish.locale,
    returnUrl: wish.returnUrl,
    wantsRedirect: wish.wantsRedirect,
    createdAt,
    expiresAt: order.expires_at,
  };
}
