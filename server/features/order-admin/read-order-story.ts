// Everything about one order, as operators see it.
import type { Static } from 'typebox';
import type { OrderStory, PaymentDiscrepancy } from '#contract/console/orders.ts';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { computeRefundableOfCharge } from '#server/features/orders/refunds/refundable-amount.ts';
import { findOrders } from '#server/features/orders/search/find-orders.ts';
import { describeDeliveryAttempt } from '#server/features/deliveries/describe-delivery.ts';
import { describeOperatorOrder } from './describe-operator-order.ts';
import { readOrderTimeline } from './read-order-timeline.ts';

type Story = Static<typeof OrderStory>;

export async function readOrderStory(db: Kysely<Tables>, orderId: string): Promise<Story | undefined> {
  const order = await db
    .selectFrom('orders')
    .leftJoin('accounts', 'accounts.account_id', 'orders.account_id')
    .select(['orders.country', 'orders.expires_at', 'orders.completed_at', 'accounts.name'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  const found =
    order && (await findOrders(db, { number: orderId }, 10)).orders.find((each) => each.orderId === orderId);
  if (!found) return undefined;
  const ledger = await readLedger(db, orderId);
  const Deliveries = await readDeliveries(db, orderId);
  const Discrepancies = await readDiscrepancies(db, orderId);
  return {
    Order: describeOperatorOrder(found),
    ...(order.name && { PlayerName: order.name }),
    ...(order.country !== null && { Country: order.country }),
    ExpiresAt: order.expires_at.toISOString(),
    ...(order.completed_at && { CompletedAt: order.completed_at.toISOString() }),
    RefundableMinor: ledger
      .filter(({ kind }) => kind === 'charged')
      .reduce((sum, charge) => sum + computeRefundableOfCharge(charge, ledger), 0),
    Attempts: await readAttempts(db, orderId),
    Ledger: ledger.map((entry) => ({
      At: entry.created_at.toISOString(),
      Kind: entry.kind,
      Provider: entry.provider,
      TransactionId: entry.transaction_id,
      AttemptId: entry.attempt_id,
      AmountMinor: entry.amount_minor,
      Currency: entry.currency,
      IsTest: entry.is_test,
      IsOverpayment: entry.is_overpayment,
      ...(entry.evidence_due_at && { EvidenceDueAt: entry.evidence_due_at.toISOString() }),
    })),
    PaymentEvents: await readPaymentEvents(db, orderId),
    Refunds: await readRefunds(db, orderId),
    Deliveries,
    Discrepancies,
    Timeline: await readOrderTimeline(db, orderId, { deliveries: Deliveries, discrepancies: Discrepancies }),
  };
}

const readLedger = (db: Kysely<Tables>, orderId: string) =>
  db.selectFrom('ledger').selectAll().where('order_id', '=', orderId).orderBy('created_at').limit(maxRows).execute();

async function readAttempts(db: Kysely<Tables>, orderId: string): Promise<Story['Attempts']> {
  const rows = await db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('number')
    .limit(maxRows)
    .execute();
  return rows.map((row) => ({
    AttemptId: row.attempt_id,
    Number: row.number,
    Provider: row.provider,
    ...(row.account && { Account: row.account }),
    State: row.state,
    ...(row.provider_payment_id !== null && { PaymentId: row.provider_payment_id }),
    AmountMinor: row.amount_minor,
    Currency: row.currency,
    Checks: row.checks,
    ...(row.checked_at && { CheckedAt: row.checked_at.toISOString() }),
    CreatedAt: row.created_at.toISOString(),
    ...(row.expires_at && { ExpiresAt: row.expires_at.toISOString() }),
  }));
}

async function readPaymentEvents(db: Kysely<Tables>, orderId: string): Promise<Story['PaymentEvents']> {
  const rows = await db
    .selectFrom('payment_events')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('received_at')
    .limit(maxRows)
    .execute();
  return rows.map(({ received_at, provider, dedup_key, outcome, event }) => ({
    ReceivedAt: received_at.toISOString(),
    Provider: provider,
    EventId: dedup_key,
    Kind: event.kind,
    Outcome: outcome,
    ...(event.amountMinor !== undefined && { AmountMinor: event.amountMinor }),
    ...(event.currency !== undefined && { Currency: event.currency }),
  }));
}

async function readRefunds(db: Kysely<Tables>, orderId: string): Promise<Story['Refunds']> {
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .limit(maxRows)
    .execute();
  return rows.map((row) => ({
    RefundId: row.refund_id,
    AttemptId: row.attempt_id,
    TransactionId: row.transaction_id,
    AmountMinor: row.amount_minor,
    Currency: row.currency,
    Reason: row.reason,
    State: row.state,
    ...(row.provider_refund_id !== null && { ProviderRefundId: row.provider_refund_id }),
    CreatedAt: row.created_at.toISOString(),
    UpdatedAt: row.updated_at.toISOString(),
  }));
}

async function readDeliveries(db: Kysely<Tables>, orderId: string): Promise<Story['Deliveries']> {
  const rows = await db
    .selectFrom('deliveries')
    .select(['delivery_id', 'type', 'state', 'acknowledged_by', 'created_at', 'next_attempt_at', 'ended_at'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute();
  if (rows.length === 0) return [];
  const attempts = await db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where(
      'delivery_id',
      'in',
      rows.map(({ delivery_id }) => delivery_id),
    )
    .orderBy('number', 'desc')
    .limit(maxRows)
    .execute();
  return rows.map((row) => ({
    DeliveryId: row.delivery_id,
    Type: row.type,
    State: row.state,
    ...(row.acknowledged_by && { AcknowledgedBy: row.acknowledged_by }),
    CreatedAt: row.created_at.toISOString(),
    ...(row.state === 'pending' && { NextAttemptAt: row.next_attempt_at.toISOString() }),
    ...(row.ended_at && { EndedAt: row.ended_at.toISOString() }),
    Attempts: attempts.filter(({ delivery_id }) => delivery_id === row.delivery_id).map(describeDeliveryAttempt),
  }));
}

async function readDiscrepancies(db: Kysely<Tables>, orderId: string): Promise<Story['Discrepancies']> {
  const rows = await db
    .selectFrom('payment_discrepancies')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('found_at')
    .limit(maxRows)
    .execute();
  return rows.map(describeDiscrepancy);
}

export const describeDiscrepancy = (
  row: Selectable<Tables['payment_discrepancies']>,
): Static<typeof PaymentDiscrepancy> => ({
  FoundAt: row.found_at.toISOString(),
  Kind: row.kind,
  Provider: row.provider,
  ...(row.account !== '' && { Account: row.account }),
  EventKind: row.event_kind,
  TransactionId: row.transaction_id,
  ...(row.order_id !== null && { OrderId: row.order_id }),
  ...(row.amount_minor !== null && { AmountMinor: row.amount_minor }),
  ...(row.currency !== null && { Currency: row.currency }),
  ...(row.detail !== null && { Detail: row.detail }),
});

const maxRows = 500;
