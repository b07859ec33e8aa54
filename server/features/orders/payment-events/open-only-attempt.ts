// The usual case of a new payment: the provider has replied, and nothing else is known about the order. Then the status
// that `recomputeOrder` would derive is known beforehand, and everything is written in one round trip.
import { DatabaseError } from 'pg';
import { analyticsEventIds, portalAnalyticsBuildId, portalAnalyticsPlatformId } from '#model/analytics-events.ts';
import type { OrderEventKind } from '#model/order-history.ts';
import { toOrderStatusNumber, type OrderStatus } from '#model/order.ts';
import type { Database } from '#server/db/database.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import { StatementBatch } from '#server/db/statement-batch.ts';
import { serverAnalyticsSessionId } from '#server/features/analytics/record-server-event.ts';
import type { AttemptRow } from '../order-rows.ts';
import { deriveStatusAndRefundsDue } from './derive-order.ts';

export interface AttemptReply {
  readonly providerPaymentId: string | null;
  readonly sealedReply: Buffer;
  readonly expiresAt: Date | null;
  readonly awaitsReturn: boolean | null;
}

/**
 * Stores the provider's reply and the order's new status. Returns false and writes nothing if more is known about the
 * order, such as an early webhook or another attempt.
 */
export async function openOnlyAttempt(
  { database, now }: { readonly database: Database; readonly now: () => Date },
  attempt: AttemptRow,
  reply: AttemptReply,
): Promise<boolean> {
  if (attempt.number !== 1 || attempt.state !== 'creating') return false;
  const { attempt_id: attemptId, order_id: orderId } = attempt;
  const { status } = deriveStatusAndRefundsDue({
    isExpired: false,
    isAcknowledged: false,
    attempts: [{ attemptId, number: attempt.number, state: 'open' }],
    ledger: [],
  });
  const batch = new StatementBatch();
  batch.add(writeFirstStatusStatement, { orderId, status });
  const statusNumber = toOrderStatusNumber(status);
  batch.add(openOnlyAttemptStatement, { ...reply, orderId, attemptId, status, statusNumber, at: now() });
  try {
    await database.runBatch(batch);
    return true;
  } catch (error) {
    if (isNotOpened(error)) return false;
    throw error;
  }
}

const isNotOpened = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '23502' && error.table === 'order_events';

const created: OrderStatus = 'Created';

/**
 * Also locks the order. The next statement starts after this one has the lock, so it sees what the last holder of the
 * lock wrote.
 */
const writeFirstStatusStatement = defineStatement<{ orderId: string; status: OrderStatus }>(
  ({ orderId, status }) => `
  update orders set status = ${status} where order_id = ${orderId} and status = '${created}' and expired_at is null`,
);

/** If the attempt is not opened, the order's id is missing in the events, which rolls everything back. */
const openOnlyAttemptStatement = defineStatement<
  AttemptReply & {
    readonly orderId: string;
    readonly attemptId: string;
    readonly status: OrderStatus;
    readonly statusNumber: number;
    readonly at: Date;
  }
>(
  ({ orderId, attemptId, providerPaymentId, sealedReply, expiresAt, awaitsReturn, status, statusNumber, at }) => `
  with opened as (
    update payment_attempts set
      state = 'open',
      provider_payment_id = ${providerPaymentId},
      sealed_request = null,
      sealed_reply = ${sealedReply},
      expires_at = ${expiresAt},
      awaits_return = ${awaitsReturn}
    from orders
    where attempt_id = ${attemptId} and payment_attempts.order_id = ${orderId} and orders.order_id = ${orderId}
      and orders.status = ${status} and orders.paid_at is null and orders.expired_at is null
      and state = 'creating' and provider_payment_id is null and sealed_reply is null
      and not exists (select from ledger where ledger.order_id = ${orderId})
      and not exists (
        select from payment_attempts other where other.order_id = ${orderId} and other.attempt_id <> ${attemptId}
      )
    returning orders.order_id, number, provider, account_id, game, sku
  ), counted as (
    insert into analytics_events
      (account_id, session_id, platform, build_id, event_id, fields, created_at, server_created_at)
    select account_id, '${serverAnalyticsSessionId}', ${portalAnalyticsPlatformId}, ${portalAnalyticsBuildId},
      ${analyticsEventIds.OrderStateChanged}, jsonb_build_object('S1', game, 'S2', sku,
        'I1', ${toOrderStatusNumber(created)}, 'I2', ${statusNumber}::integer), ${at}, ${at}
    from opened
  )
  insert into order_events (order_id, kind, detail) values
    ((select order_id from opened), '${'payment-opened' satisfies OrderEventKind}',
      (select jsonb_build_object('provider', provider, 'attempt', number) from opened)),
    ((select order_id from opened), '${'status' satisfies OrderEventKind}',
      jsonb_build_object('from', '${created}', 'to', ${status}::text))`,
);
