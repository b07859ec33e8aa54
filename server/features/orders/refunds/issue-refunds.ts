// Money that has to go back is asked for by a row, in the transaction that finds it; a job sends it. The order is locked, so what
// is left and what is on its way are counted and cannot change meanwhile.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import type { RefundDue } from '../payment-events/derive-order.ts';
import { addOrderEvent } from '../payment-events/order-events.ts';

/** Asks for a refund to be sent, in the transaction that finds it necessary. */
export type SendRefund = (trx: Transaction<Tables>, refundId: string) => Promise<void>;

interface OfOrder {
  readonly order_id: string;
  readonly currency: string;
}

/** Asks for what is not on its way already, whoever has asked for that. What was refused to us is for an operator. */
export async function issueRefunds(
  trx: Transaction<Tables>,
  order: OfOrder,
  refundsDue: readonly RefundDue[],
  sendRefund: SendRefund,
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
    if (missing.amountMinor > 0) await addRefund(trx, order, missing, sendRefund);
  }
}

const isByRule = ({ reason }: { readonly reason: RefundToAsk['reason'] }): boolean =>
  reason === 'extra' || reason === 'undone';

export interface RefundToAsk {
  readonly attemptId: string;
  /** The charge that it goes back from. */
  readonly transactionId: string;
  readonly amountMinor: number;
  readonly reason: 'extra' | 'undone' | 'undeliverable' | 'operator' | 'player';
}

/** Whoever calls has counted what is left. */
export async function addRefund(
  trx: Transaction<Tables>,
  { order_id: orderId, currency }: OfOrder,
  { attemptId, transactionId, amountMinor, reason }: RefundToAsk,
  sendRefund: SendRefund,
): Promise<string> {
  const refundId = randomUUID();
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
  await addOrderEvent(trx, orderId, 'refund requested', { refundId, reason, amountMinor });
  await sendRefund(trx, refundId);
  return refundId;
}
