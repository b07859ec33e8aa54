// Inserts refund rows in the transaction that finds them due; a job sends them. The order is locked, so the amounts
// left and pending can't change.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import type { RefundDue } from '../payment-events/derive-order.ts';
import { addOrderEvent } from '../payment-events/order-events.ts';

export type EnqueueRefund = (trx: Transaction<Tables>, refundId: string) => Promise<void>;

interface OfOrder {
  readonly order_id: string;
  readonly currency: string;
}

/** Inserts the refunds that are not pending yet. Refunds that the provider refused are left to an operator. */
export async function issueRefunds(
  trx: Transaction<Tables>,
  order: OfOrder,
  refundsDue: readonly RefundDue[],
  sendRefund: EnqueueRefund,
): Promise<void> {
  const asked = await trx.selectFrom('refunds').selectAll().where('order_id', '=', order.order_id).execute();
  for (const { attemptId, transactionId, amountMinor, reason } of refundsDue) {
    const askedMinor = asked
      .filter((each) => each.attempt_id === attemptId && each.transaction_id === transactionId)
      .filter(
        (each) => each.state === 'requested' || each.state === 'sent' || (each.state === 'refused' && isByRule(each)),
      )
      .reduce((sum, each) => sum + each.amount_minor, 0);
    const missing = { attemptId, transactionId, amountMinor: amountMinor - askedMinor, reason };
    if (missing.amountMinor > 0) await insertRefund(trx, order, missing, sendRefund);
  }
}

const isByRule = ({ reason }: { readonly reason: NewRefund['reason'] }): boolean =>
  reason === 'overpayment' || reason === 'undone';

export interface NewRefund {
  readonly attemptId: string;
  readonly transactionId: string;
  readonly amountMinor: number;
  readonly reason: 'overpayment' | 'undone' | 'undeliverable' | 'operator' | 'player';
  /** Default: a new one. */
  readonly refundId?: string | undefined;
}

/** The caller has checked that the amount is left. */
export async function insertRefund(
  trx: Transaction<Tables>,
  { order_id: orderId, currency }: OfOrder,
  { attemptId, transactionId, amountMinor, reason, refundId = randomUUID() }: NewRefund,
  sendRefund: EnqueueRefund,
): Promise<string> {
  await trx
    .insertInto('refunds')
    .values({
      refund_id: refundId,
      order_id: orderId,
      attempt_id: attemptId,
      transaction_id: transactionId,
      amount_minor: amountMinor,
      currency,
      reason,
    })
    .execute();
  await addOrderEvent(trx, orderId, 'refund-requested', { refundId, reason, amountMinor });
  await sendRefund(trx, refundId);
  return refundId;
}
