// Asks a provider for the payment of an attempt, outside of any transaction, and writes down what it answers.
import type { OrderEventKind } from '#model/order-story.ts';
import type { PaymentToCreate } from '#payments/port.server.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import { recomputeOrder, lockOrder } from '../payment-events/recompute-order.ts';
import { addOrderEvent } from '../payment-events/order-events.ts';
import { orderColumns, type AttemptRow, type OrderRow } from '../order-rows.ts';
import type { Opened, OrdersDeps } from '../orders-deps.ts';
import type { ProviderAccount } from '../providers/provider-account.ts';
import { sealReply, unsealReply, type OpenedAttempt } from './sealed-reply.ts';

/** An attempt, what its provider is asked, and by whose account. */
export interface BegunAttempt {
  readonly attempt: AttemptRow;
  readonly payment: PaymentToCreate;
  readonly account: ProviderAccount;
}

/** Throws when it cannot be known whether there is a payment. */
export async function askProvider(deps: OrdersDeps, { attempt, payment, account }: BegunAttempt): Promise<Opened> {
  const created = await account.createPayment(payment);
  const { attempt_id: attemptId, order_id: orderId, provider } = attempt;
  if (created.outcome === 'refused') {
    deps.log.warn({ provider, attemptId, reason: created.reason }, 'A provider refuses a payment.');
    await recordRefusal(deps, attempt);
    return { outcome: 'refused' };
  }
  const { reply, redirectUrl, providerPaymentId = null, expiresAt = null } = created;
  const opened: OpenedAttempt = { outcome: 'opened', reply, ...(redirectUrl !== undefined && { redirectUrl }) };
  const sealedReply = sealReply(deps.sealer, opened);
  // A webhook may have been faster: what it said about the attempt stays.
  const isFirst = await deps.database.transaction(async (trx) => {
    const [written] = await openAttemptRow(trx, { orderId, attemptId, providerPaymentId, sealedReply, expiresAt });
    if (!written) return false;
    const { provider_payment_id: firstName, ...order } = written;
    if (firstName !== providerPaymentId)
      deps.log.warn({ provider, attemptId }, 'A provider has two names for one payment; the first one counts.');
    await recomputeOrder(trx, order, deps);
    return true;
  });
  return isFirst ? opened : takeFirst(deps, { attempt, account, opened, providerPaymentId });
}

/**
 * Another call was faster, on another node: its answer is the one that is given out. Where the provider has made a second payment, which
 * those do that know no keys, that one is closed, so that nobody can pay both.
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
      deps.log.warn({ err: error, provider, attemptId }, 'A second payment could not be closed; it ends by itself.');
    }
  }
  return unsealReply(deps.sealer, first) ?? opened;
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
    await addOrderEvent(trx, orderId, 'payment refused', { provider, attempt: number });
    await recomputeOrder(trx, order, deps);
  });
}

/**
 * Locks the order and writes what the provider has answered about one of its attempts. What a webhook said about it meanwhile
 * stays: an update sees its row as it is when the lock is there. No row: it was opened before.
 */
export const openAttemptRow = defineStatement<
  {
    orderId: string;
    attemptId: string;
    providerPaymentId: string | null;
    sealedReply: Buffer;
    expiresAt: Date | null;
  },
  OrderRow & { readonly provider_payment_id: string | null }
>(
  ({ orderId, attemptId, providerPaymentId, sealedReply, expiresAt }) => `
  with locked as (
    select ${orderColumns} from orders where order_id = ${orderId} for update
  ), opened as (
    update payment_attempts set
      state = case state when 'creating' then 'open' else state end,
      provider_payment_id = coalesce(provider_payment_id, ${providerPaymentId}),
      sealed_request = null,
      sealed_reply = ${sealedReply},
      expires_at = ${expiresAt}
    from (select order_id as locked_id from locked) as held
    where attempt_id = ${attemptId} and order_id = locked_id and sealed_reply is null
    returning order_id, number, provider, provider_payment_id
  ), story as (
    insert into order_events (order_id, kind, detail)
    select order_id, '${'payment opened' satisfies OrderEventKind}', jsonb_build_object('provider', provider, 'attempt', number)
    from opened
  )
  select ${orderColumns}, provider_payment_id from locked join opened using (order_id)`,
);
