// Creates the payment of an attempt at the provider, outside any transaction, and stores the reply.
import type { OrderEventKind } from '#model/order-history.ts';
import type { CreatePaymentRequest } from '#payments/port.server.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import { recomputeOrder, lockOrder } from '../payment-events/recompute-order.ts';
import { openOnlyAttempt, type AttemptReply } from '../payment-events/open-only-attempt.ts';
import { addOrderEvent } from '../payment-events/order-events.ts';
import { orderColumnsSql, type AttemptRow, type OrderRow } from '../order-rows.ts';
import type { OpenAttemptResult, OrdersDeps } from '../orders-deps.ts';
import type { ProviderAccount } from '../providers/provider-account.ts';
import { sealAttemptReply, unsealAttemptReply, type OpenedAttempt } from './sealed-reply.ts';

export interface AttemptToOpen {
  readonly attempt: AttemptRow;
  readonly payment: CreatePaymentRequest;
  readonly account: ProviderAccount;
}

/** Throws if it is unknown whether the provider created the payment. */
export async function createProviderPayment(
  deps: OrdersDeps,
  { attempt, payment, account }: AttemptToOpen,
): Promise<OpenAttemptResult> {
  const created = await account.createPayment(payment);
  const { attempt_id: attemptId, order_id: orderId, provider } = attempt;
  if (created.outcome === 'refused') {
    deps.log.warn({ provider, attemptId, reason: created.reason }, 'A provider refused a payment.');
    await recordRefusal(deps, attempt);
    return { outcome: 'refused' };
  }
  const { reply, redirectUrl, providerPaymentId = null, expiresAt = null } = created;
  const opened: OpenedAttempt = { outcome: 'opened', reply, ...(redirectUrl !== undefined && { redirectUrl }) };
  const stored = {
    providerPaymentId,
    sealedReply: sealAttemptReply(deps.sealer, opened),
    expiresAt,
    awaitsReturn: created.confirmAfterReturn ? true : null,
  };
  if (await openOnlyAttempt(deps, attempt, stored)) return opened;
  // A webhook may arrive before this: the state it set stays.
  const isFirst = await deps.database.transaction(async (trx) => {
    const [written] = await storeAttemptReplyStatement(trx, { orderId, attemptId, ...stored });
    if (!written) return false;
    const { provider_payment_id: firstName, ...order } = written;
    if (firstName !== providerPaymentId)
      deps.log.warn({ provider, attemptId }, 'A provider sent two ids for one payment; the first is used.');
    await recomputeOrder(trx, order, deps);
    return true;
  });
  return isFirst ? opened : takeFirst(deps, { attempt, account, opened, providerPaymentId });
}

/**
 * Another node stored its reply first, so that reply is returned. A provider without idempotency keys has created a
 * second payment, which is cancelled so that the buyer can't pay both.
 */
async function takeFirst(
  deps: OrdersDeps,
  second: {
    readonly attempt: AttemptRow;
    readonly account: ProviderAccount;
    readonly opened: OpenedAttempt;
    readonly providerPaymentId: string | null;
  },
): Promise<OpenedAttempt> {
  const { attempt, account, opened, providerPaymentId } = second;
  const first = await deps.database.kysely
    .selectFrom('payment_attempts')
    .selectAll()
    .where('attempt_id', '=', attempt.attempt_id)
    .executeTakeFirstOrThrow();
  if (providerPaymentId !== first.provider_payment_id) {
    const { provider, attempt_id: attemptId } = attempt;
    try {
      await account.cancelPayment({ ...first, provider_payment_id: providerPaymentId });
    } catch (error) {
      deps.log.warn({ err: error, provider, attemptId }, 'Closing a second payment failed; it will expire.');
    }
  }
  return unsealAttemptReply(deps.sealer, first) ?? opened;
}

async function recordRefusal(
  deps: OrdersDeps,
  { attempt_id: attemptId, order_id: orderId, provider, number }: AttemptRow,
): Promise<void> {
  await deps.database.transaction(async (trx) => {
    const order = await lockOrder(trx, orderId);
    const { numUpdatedRows } = await trx
      .updateTable('payment_attempts')
      .set({ state: 'failed', sealed_request: null })
      .where('attempt_id', '=', attemptId)
      .where('state', '=', 'creating')
      .executeTakeFirst();
    if (!order || numUpdatedRows === 0n) return;
    await addOrderEvent(trx, orderId, 'payment-refused', { provider, attempt: number });
    await recomputeOrder(trx, order, deps);
  });
}

/**
 * Locks the order and stores the provider's reply to one of its attempts. A state set by an earlier webhook stays,
 * because the update reads the row under the lock. Returns no row if a reply was stored before.
 */
export const storeAttemptReplyStatement = defineStatement<
  AttemptReply & { readonly orderId: string; readonly attemptId: string },
  OrderRow & { readonly provider_payment_id: string | null }
>(
  ({ orderId, attemptId, providerPaymentId, sealedReply, expiresAt, awaitsReturn }) => `
  with locked as (
    select ${orderColumnsSql} from orders where order_id = ${orderId} for update
  ), opened as (
    update payment_attempts set
      state = case state when 'creating' then 'open' else state end,
      provider_payment_id = coalesce(provider_payment_id, ${providerPaymentId}),
      sealed_request = null,
      sealed_reply = ${sealedReply},
      expires_at = ${expiresAt},
      awaits_return = ${awaitsReturn}
    from (select order_id as locked_id from locked) as held
    where attempt_id = ${attemptId} and order_id = locked_id and sealed_reply is null
    returning order_id, number, provider, provider_payment_id
  ), story as (
    insert into order_events (order_id, kind, detail)
    select order_id, '${'payment-opened' satisfies OrderEventKind}', jsonb_build_object('provider', provider, 'attempt', number)
    from opened
  )
  select ${orderColumnsSql}, provider_payment_id from locked join opened using (order_id)`,
);
