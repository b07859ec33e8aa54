// Somebody decides that money goes back: an operator, or the rule for what cannot be delivered.
import { randomUUID } from 'node:crypto';
import type { Database } from '#server/db/database.ts';
import { lockOrder, type SendRefund } from './follow-order.ts';
import { addOrderEvent } from './order-events.ts';

export type RequestedRefund =
  | {
      readonly outcome: 'requested';
      readonly refundId: string;
      readonly amountMinor: number;
      readonly currency: string;
    }
  | { readonly outcome: 'unknown order' }
  /** Nothing was paid, or all of it went back or is on its way. */
  | { readonly outcome: 'nothing to return' };

/** Returns what is left of the oldest charge that has something left, or a part of it. */
export function requestRefund(
  { database, sendRefund }: { readonly database: Database; readonly sendRefund: SendRefund },
  orderId: string,
  wish: { readonly reason: 'operator' | 'undeliverable'; readonly amountMinor?: number },
): Promise<RequestedRefund> {
  return database.transaction(async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (!order) return { outcome: 'unknown order' };
    const ledger = await trx.selectFrom('ledger').selectAll().where('order_id', '=', orderId).execute();
    const asked = await trx
      .selectFrom('refunds')
      .selectAll()
      .where('order_id', '=', orderId)
      .where('state', 'in', ['requested', 'sent'])
      .execute();
    const charge = ledger
      .filter(({ kind }) => kind === 'charged')
      .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())
      .map((each) => {
        const ofThis = ledger.filter(({ attempt_id }) => attempt_id === each.attempt_id);
        const gone = sum(ofThis.filter(({ kind }) => kind === 'refunded' || kind === 'dispute-lost'));
        const underWay = sum(asked.filter(({ attempt_id }) => attempt_id === each.attempt_id));
        const chargedOfAttempt = sum(ofThis.filter(({ kind }) => kind === 'charged'));
        return { ...each, leftMinor: Math.min(each.amount_minor, chargedOfAttempt - gone - underWay) };
      })
      .find(({ leftMinor }) => leftMinor > 0);
    if (!charge) return { outcome: 'nothing to return' };
    const amountMinor = Math.min(charge.leftMinor, wish.amountMinor ?? charge.leftMinor);
    const refundId = randomUUID();
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('refunds')
      .values({
        refund_id: refundId,
        order_id: orderId,
        attempt_id: charge.attempt_id,
        transaction_id: charge.transaction_id,
        amount_minor: amountMinor,
        currency: order.currency,
        reason: wish.reason,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return { outcome: 'nothing to return' };
    await addOrderEvent(trx, orderId, 'refund requested', { refundId, reason: wish.reason, amountMinor });
    await sendRefund(trx, refundId);
    return { outcome: 'requested', refundId, amountMinor, currency: order.currency };
  });
}

const sum = (rows: readonly { readonly amount_minor: number }[]): number =>
  rows.reduce((total, { amount_minor: amountMinor }) => total + amountMinor, 0);
