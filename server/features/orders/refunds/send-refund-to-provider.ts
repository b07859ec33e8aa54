// Sends a refund to the provider. Refund rows are written where they are found due; this job calls the provider with
// the row's id as the idempotency key until it succeeds.
import { sql, type Selectable, type Transaction } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { findBuyerExternalId } from '../providers/buyer-identity.ts';
import { recomputeOrder, lockOrder, type LockedOrder } from '../payment-events/recompute-order.ts';
import { computeRefundableOfCharge } from './refundable-amount.ts';
import { addOrderEvent } from '../payment-events/order-events.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { unsealPersonalInfo } from '../ordering/personal-info.ts';
import { requireAttemptAccount } from '../providers/provider-account.ts';
import { insertRefund } from './issue-refunds.ts';
import { applyPaymentEvent } from '../payment-events/apply-payment-event.ts';

export async function sendRefundToProvider(deps: OrdersDeps, refundId: string): Promise<void> {
  const { kysely } = deps.database;
  const refund = await kysely.selectFrom('refunds').selectAll().where('refund_id', '=', refundId).executeTakeFirst();
  if (refund?.state !== 'requested' || !(await isStillDue(deps, refund))) return;
  const attempt = await kysely
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.order_id', 'payment_attempts.order_id')
    .selectAll('payment_attempts')
    .select(['orders.game', 'orders.account_id', 'orders.sealed_personal_info'])
    .where('attempt_id', '=', refund.attempt_id)
    .executeTakeFirstOrThrow();
  const account = await requireAttemptAccount(deps, attempt, attempt.game);
  const isOverpayment = refund.reason === 'overpayment';
  const { transaction_id: transactionId, amount_minor: refundMinor } = refund;
  const externalId = await findBuyerExternalId(kysely, account.provider, attempt.account_id);
  const buyer = { ...unsealPersonalInfo(deps.sealer, attempt), ...(externalId !== undefined && { externalId }) };
  const asked = { refundId, transactionId, refundMinor, isOverpayment, buyer };
  const end = await account.refundPayment(attempt, asked);
  switch (end.outcome) {
    case 'done': {
      // Events first: if the node dies before the row is updated, the next run repeats the call and gets the same
      // response.
      for (const event of end.events) {
        const own = { ...event, refundId, ...(isOverpayment && { isOverpayment: true }) };
        await applyPaymentEvent(deps, attempt.provider, own, account);
      }
      return write(deps, refund, { state: 'done' });
    }
    case 'pending':
      return write(deps, refund, { state: 'sent', provider_refund_id: end.providerRefundId ?? null }, async (trx) => {
        // Usually a webhook reports the result. If it is lost, these checks find it.
        for (const [at, afterMs] of [10 * 60_000, 24 * 3_600_000].entries())
          await deps.sendCheck(
            trx,
            { attemptId: attempt.attempt_id },
            { startAfter: new Date(deps.now().getTime() + afterMs), key: `${refundId} ${at}` },
          );
      });
    case 'refused': {
      const { reason } = end;
      deps.log.error({ provider: attempt.provider, refundId, reason }, 'A refund was refused. Please check.');
      return write(deps, refund, { state: 'refused' }, async (trx, order) => {
        await addOrderEvent(trx, refund.order_id, 'refund-refused', { refundId, amountMinor: refundMinor });
        // An operator may have refunded it manually: the provider's records show it.
        await deps.sendCheck(trx, { attemptId: attempt.attempt_id }, { key: `${refundId} refused` });
        // Requests refunds that were held back while this one was pending.
        await recomputeOrder(trx, order, deps);
      });
    }
  }
}

type RefundRow = Selectable<Tables['refunds']>;

/**
 * Money may have been refunded manually since the request. If nothing is left, the request is done. If less is left, a
 * new request for the rest, with its own key, replaces it; should the provider have accepted the first one after all,
 * it has nothing left to refund.
 */
function isStillDue(deps: OrdersDeps, refund: RefundRow): Promise<boolean> {
  return deps.database.transaction(async (trx) => {
    const order = await lockOrder(trx, refund.order_id);
    const ledger = await trx.selectFrom('ledger').selectAll().where('order_id', '=', refund.order_id).execute();
    const { refund_id: refundId, attempt_id: attemptId, transaction_id: transactionId, reason } = refund;
    const charge = ledger.find(
      (entry) => entry.kind === 'charged' && entry.attempt_id === attemptId && entry.transaction_id === transactionId,
    );
    if (!order || !charge) return true;
    const amountMinor = computeRefundableOfCharge(charge, ledger);
    if (amountMinor >= refund.amount_minor) return true;
    const { numUpdatedRows } = await trx
      .updateTable('refunds')
      .set({ state: amountMinor === 0 ? 'done' : 'refused', updated_at: sql<Date>`now()` })
      .where('refund_id', '=', refundId)
      .where('state', '=', 'requested')
      .executeTakeFirst();
    if (numUpdatedRows > 0n && amountMinor > 0)
      await insertRefund(trx, order, { attemptId, transactionId, amountMinor, reason }, deps.sendRefund);
    return false;
  });
}

/** Does nothing if a webhook has closed the request first. */
async function write(
  { database }: OrdersDeps,
  { refund_id: refundId, order_id: orderId }: RefundRow,
  change: { readonly state: 'sent' | 'done' | 'refused'; readonly provider_refund_id?: string | null },
  also?: (trx: Transaction<Tables>, order: LockedOrder) => Promise<void>,
): Promise<void> {
  await database.transaction(async (trx) => {
    const order = await lockOrder(trx, orderId);
    const { numUpdatedRows } = await trx
      .updateTable('refunds')
      .set({ ...change, updated_at: sql<Date>`now()` })
      .where('refund_id', '=', refundId)
      .where('state', '=', 'requested')
      .executeTakeFirst();
    if (order && numUpdatedRows > 0n) await also?.(trx, order);
  });
}
