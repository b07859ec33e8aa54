// Writes an order's status, as does `openOnlyAttempt` for a new payment, and no other code. Call it in the transaction that added an event, with the order locked:
// it reads everything known, writes the status, and creates the delivery, its revocation, refunds and order events.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { portalAnalyticsBuildId, analyticsEventIds, portalAnalyticsPlatformId } from '#model/analytics-events.ts';
import type { OrderEventKind } from '#model/order-history.ts';
import { toOrderStatusNumber, type OrderStatus } from '#model/order.ts';
import { sendSignalToNodesAfterCommit } from '#server/db/node-signals.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import type { LedgerEntryType, OrderDeliveryPayload } from '#server/db/money-tables.ts';
import type { Tables } from '#server/db/tables.ts';
import { serverAnalyticsSessionId } from '#server/features/analytics/record-server-event.ts';
import { deriveWithOverpayments, type LedgerRecord } from './derive-order.ts';
import { addOrderEvent } from './order-events.ts';
import { orderColumnsSql, type AttemptRow, type OrderRow } from '../order-rows.ts';
import { issueRefunds, type EnqueueRefund } from '../refunds/issue-refunds.ts';

export interface RecomputeDeps {
  readonly sendRefund: EnqueueRefund;
  readonly now: () => Date;
}

export async function lockOrder(trx: Transaction<Tables>, orderId: string): Promise<LockedOrder | undefined> {
  return (await lockOrderStatement(trx, { orderId }))[0];
}

export type LockedOrder = OrderRow;

export async function recomputeOrder(
  trx: Transaction<Tables>,
  order: LockedOrder,
  deps: RecomputeDeps,
): Promise<OrderStatus> {
  const known = await readOrderSnapshot(trx, { orderId: order.order_id });
  const { attempts, ledger, deliveries } = known[0] ?? { attempts: [], ledger: [], deliveries: [] };
  const paid = deliveries.find(({ type }) => type === 'order.paid');
  const { status, refundsDue, newOverpaymentRefunds } = deriveWithOverpayments({
    isUndone: order.status === 'CancelledPaid',
    isExpired: order.expired_at !== null,
    isAcknowledged: paid?.state === 'acknowledged',
    attempts: attempts.map(({ attempt_id: attemptId, number, state }) => ({ attemptId, number, state })),
    ledger: ledger.map(toFact),
  });
  if (newOverpaymentRefunds.length > 0) await markOverpaymentRefunds(trx, newOverpaymentRefunds);
  if (status !== order.status) await writeStatus(trx, order, status, deps.now());
  const isTest = ledger.some(({ kind, is_test }) => kind === 'charged' && is_test);
  if (status === 'PayedWaitingForSending' && !paid) await addDelivery(trx, order, 'order.paid', isTest, deps.now());
  if (status === 'CancelledPaid' && paid) await revoke(trx, order, paid, deliveries.length > 1, isTest, deps.now());
  if (refundsDue.length > 0) await issueRefunds(trx, order, refundsDue, deps.sendRefund);
  return status;
}

const toFact = (entry: Known['ledger'][number]): LedgerRecord => ({
  attemptId: entry.attempt_id,
  transactionId: entry.transaction_id,
  kind: entry.kind,
  amountMinor: entry.amount_minor,
  isOverpayment: entry.is_overpayment,
  chargeId: entry.charge_id ?? undefined,
});

/** A manual refund has the same result whether it arrives before or after the charge that pays the order. */
async function markOverpaymentRefunds(trx: Transaction<Tables>, refunds: readonly LedgerRecord[]): Promise<void> {
  for (const { attemptId, transactionId } of refunds)
    await trx
      .updateTable('ledger')
      .set({ is_overpayment: true })
      .where('attempt_id', '=', attemptId)
      .where('transaction_id', '=', transactionId)
      .where('kind', '=', 'refunded')
      .execute();
}

async function writeStatus(trx: Transaction<Tables>, order: LockedOrder, status: OrderStatus, now: Date) {
  const isPaid = status === 'PayedWaitingForSending' || status === 'CancelledPaid';
  const detail = JSON.stringify({ from: order.status, to: status });
  const times = { paidAt: isPaid ? now : null, completedAt: status === 'Completed' ? now : null };
  const counted = JSON.stringify({
    S1: order.game,
    S2: order.sku,
    I1: toOrderStatusNumber(order.status),
    I2: toOrderStatusNumber(status),
  });
  await writeStatusRow(trx, { orderId: order.order_id, status, ...times, detail, counted, at: now });
}

async function addDelivery(
  trx: Transaction<Tables>,
  order: LockedOrder,
  type: OrderDeliveryPayload['type'],
  isTest: boolean,
  now: Date,
): Promise<void> {
  const deliveryId = randomUUID();
  const payload: OrderDeliveryPayload = {
    type,
    timestamp: now.toISOString(),
    data: {
      order_id: order.order_id,
      delivery_id: deliveryId,
      account_id: order.account_id ?? '',
      game: order.game,
      game_uid: order.game_uid,
      products: [
        { ...order.product, sku: order.sku, quantity: order.quantity },
        ...(order.product.additional ?? []),
      ].map(({ sku, quantity, payload: own }) => ({ sku, quantity, ...(own !== undefined && { payload: own }) })),
      price_minor: order.price_minor,
      currency: order.currency,
      is_test: isTest,
      ...(order.developer_payload !== null && { developer_payload: order.developer_payload }),
    },
  };
  const detail = JSON.stringify({ deliveryId, type });
  const { order_id: orderId, game } = order;
  await insertDeliveryRow(trx, { deliveryId, orderId, game, type, payload: JSON.stringify(payload), detail });
  await sendSignalToNodesAfterCommit(trx, deliveriesSignalTopic, order.game);
}

export const deliveriesSignalTopic = 'deliveries';

/** A delivery that was never sent needs no revocation. */
async function revoke(
  trx: Transaction<Tables>,
  order: LockedOrder,
  paid: { delivery_id: string },
  hasRevocation: boolean,
  isTest: boolean,
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('deliveries')
    .set({ state: 'dropped', ended_at: now })
    .where('delivery_id', '=', paid.delivery_id)
    .where('state', 'in', ['pending', 'dead'])
    .where('attempts', '=', 0)
    .where('lease_until', 'is', null)
    .where('shown_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n)
    await addOrderEvent(trx, order.order_id, 'delivery-dropped', { deliveryId: paid.delivery_id });
  const { state } = await trx
    .selectFrom('deliveries')
    .select('state')
    .where('delivery_id', '=', paid.delivery_id)
    .executeTakeFirstOrThrow();
  if (state !== 'dropped' && !hasRevocation) await addDelivery(trx, order, 'order.revoked', isTest, now);
}

export const lockOrderStatement = defineStatement<{ orderId: string }, OrderRow>(
  ({ orderId }) => `select ${orderColumnsSql} from orders where order_id = ${orderId} for update`,
);

interface Known {
  readonly attempts: readonly Pick<AttemptRow, 'attempt_id' | 'number' | 'state'>[];
  readonly ledger: readonly {
    readonly attempt_id: string;
    readonly transaction_id: string;
    readonly kind: LedgerEntryType;
    readonly amount_minor: number;
    readonly is_overpayment: boolean;
    readonly charge_id: string | null;
    readonly is_test: boolean;
  }[];
  readonly deliveries: readonly {
    readonly delivery_id: string;
    readonly type: OrderDeliveryPayload['type'];
    readonly state: string;
  }[];
}

const readOrderSnapshot = defineStatement<{ orderId: string }, Known>(
  ({ orderId }) => `
  select
    array(
      select jsonb_build_object('attempt_id', attempt_id, 'number', number, 'state', state)
      from payment_attempts where order_id = ${orderId}
    ) as attempts,
    array(
      select jsonb_build_object('attempt_id', attempt_id, 'transaction_id', transaction_id, 'kind', kind,
        'amount_minor', amount_minor, 'is_overpayment', is_overpayment, 'charge_id', charge_id, 'is_test', is_test)
      from ledger where order_id = ${orderId}
    ) as ledger,
    array(
      select jsonb_build_object('delivery_id', delivery_id, 'type', type, 'state', state)
      from deliveries where order_id = ${orderId}
    ) as deliveries`,
);

const writeStatusRow = defineStatement<{
  orderId: string;
  status: OrderStatus;
  paidAt: Date | null;
  completedAt: Date | null;
  detail: string;
  counted: string;
  at: Date;
}>(
  ({ orderId, status, paidAt, completedAt, detail, counted, at }) => `
  with written as (
    update orders
    set status = ${status}, paid_at = coalesce(paid_at, ${paidAt}), completed_at = coalesce(${completedAt}, completed_at)
    where order_id = ${orderId}
    returning account_id
  ), counted as (
    insert into analytics_events
      (account_id, session_id, platform, build_id, event_id, fields, created_at, server_created_at)
    select account_id, '${serverAnalyticsSessionId}', ${portalAnalyticsPlatformId}, ${portalAnalyticsBuildId}, ${analyticsEventIds.OrderStateChanged},
      ${counted}, ${at}, ${at}
    from written
  )
  insert into order_events (order_id, kind, detail)
  values (${orderId}, '${'status' satisfies OrderEventKind}', ${detail})`,
);

const insertDeliveryRow = defineStatement<{
  deliveryId: string;
  orderId: string;
  game: string;
  type: OrderDeliveryPayload['type'];
  payload: string;
  detail: string;
}>(
  ({ deliveryId, orderId, game, type, payload, detail }) => `
  with added as (
    insert into deliveries (delivery_id, order_id, game, type, payload)
    values (${deliveryId}, ${orderId}, ${game}, ${type}, ${payload})
  )
  insert into order_events (order_id, kind, detail)
  values (${orderId}, '${'delivery' satisfies OrderEventKind}', ${detail})`,
);
