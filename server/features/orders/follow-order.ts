// The one place where an order's status is written. Whoever has added a fact calls it in the same transaction, with the order
// locked: it looks at everything that is known, writes the status that follows, and with it what must reach somebody: the
// delivery, its revocation, a refund, a line of the order's story.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { OrderStatus } from '#model/order.ts';
import { sendSignalAfterCommit } from '#server/db/signals.ts';
import type { DeliveryPayload } from '#server/db/money-tables.ts';
import type { Tables } from '#server/db/tables.ts';
import { deriveOrder, refundsOfExtra, type AttemptFacts, type LedgerFacts } from './derive-order.ts';
import { addOrderEvent } from './order-events.ts';
import { insertDeliveryRow, lockOrderRow, readKnownFacts, writeStatusRow, type Known } from './order-statements.ts';
import type { OrderRow } from './orders-deps.ts';
import { returnMoney, type SendRefund } from './return-money.ts';

export interface FollowDeps {
  readonly sendRefund: SendRefund;
  readonly now: () => Date;
}

/** Locks an order for the rest of the transaction. Everything about one order happens one after the other. */
export async function lockOrder(trx: Transaction<Tables>, orderId: string): Promise<LockedOrder | undefined> {
  return (await lockOrderRow(trx, orderId))[0];
}

export type LockedOrder = OrderRow;

/** The status that it has now. */
export async function followOrder(
  trx: Transaction<Tables>,
  order: LockedOrder,
  deps: FollowDeps,
): Promise<OrderStatus> {
  const { order_id: orderId } = order;
  const { attempts: rows, ledger, deliveries } = await readKnown(trx, orderId);
  const paid = deliveries.find(({ type }) => type === 'order.paid');
  const attempts = rows.map(({ attempt_id: attemptId, number, state }) => ({ attemptId, number, state }));
  const { status, toReturn } = deriveOrder({
    isExpired: order.expired_at !== null,
    isAcknowledged: paid?.state === 'acknowledged',
    attempts,
    ledger: await markExtra(trx, order, attempts, ledger.map(factOf)),
  });
  if (status !== order.status) await writeStatus(trx, order, status, deps.now());
  const isTest = ledger.some(({ kind, is_test }) => kind === 'charged' && is_test);
  if (status === 'PayedWaitingForSending' && !paid) await addDelivery(trx, order, 'order.paid', isTest, deps.now());
  if (status === 'CancelledPaid' && paid) await revoke(trx, order, paid, deliveries.length > 1, isTest, deps.now());
  if (toReturn.length > 0) await returnMoney(trx, order, toReturn, deps.sendRefund);
  return status;
}

/** Every fact that arrives asks for it. */
async function readKnown(trx: Transaction<Tables>, orderId: string): Promise<Known> {
  return (await readKnownFacts(trx, orderId))[0] ?? { attempts: [], ledger: [], deliveries: [] };
}

const factOf = (entry: Known['ledger'][number]): LedgerFacts => ({
  attemptId: entry.attempt_id,
  transactionId: entry.transaction_id,
  kind: entry.kind,
  amountMinor: entry.amount_minor,
  ofExtra: entry.of_extra,
  chargeId: entry.charge_id ?? undefined,
});

/**
 * Writes down which refunds were of extra money, once it is known that another charge pays the order: a refund made by hand ends
 * the same whether it was told before the charge or after it. An order that is undone stays so.
 */
async function markExtra(
  trx: Transaction<Tables>,
  order: LockedOrder,
  attempts: readonly AttemptFacts[],
  ledger: readonly LedgerFacts[],
): Promise<readonly LedgerFacts[]> {
  if (order.status === 'CancelledPaid') return ledger;
  const found = refundsOfExtra({ attempts, ledger });
  for (const { attemptId, transactionId } of found)
    await trx
      .updateTable('ledger')
      .set({ of_extra: true })
      .where('attempt_id', '=', attemptId)
      .where('transaction_id', '=', transactionId)
      .where('kind', '=', 'refunded')
      .execute();
  return ledger.map((entry) => (found.includes(entry) ? { ...entry, ofExtra: true } : entry));
}

async function writeStatus(trx: Transaction<Tables>, order: LockedOrder, status: OrderStatus, now: Date) {
  const isPaid = status === 'PayedWaitingForSending' || status === 'CancelledPaid';
  const detail = JSON.stringify({ from: order.status, to: status });
  await writeStatusRow(trx, order.order_id, status, isPaid ? now : null, status === 'Completed' ? now : null, detail);
}

async function addDelivery(
  trx: Transaction<Tables>,
  order: LockedOrder,
  type: DeliveryPayload['type'],
  isTest: boolean,
  now: Date,
): Promise<void> {
  const deliveryId = randomUUID();
  const payload: DeliveryPayload = {
    type,
    timestamp: now.toISOString(),
    data: {
      order_id: order.order_id,
      delivery_id: deliveryId,
      account_id: order.account_id ?? '',
      game: order.game,
      game_uid: order.game_uid,
      products: [
        {
          sku: order.sku,
          quantity: order.quantity,
          ...(order.product.payload !== undefined && { payload: order.product.payload }),
        },
      ],
      price_minor: order.price_minor,
      currency: order.currency,
      is_test: isTest,
      ...(order.developer_payload !== null && { developer_payload: order.developer_payload }),
    },
  };
  const detail = JSON.stringify({ deliveryId, type });
  await insertDeliveryRow(trx, deliveryId, order.order_id, order.game, type, JSON.stringify(payload), detail);
  await sendSignalAfterCommit(trx, deliveriesTopic, order.game);
}

/** Nodes that deliver are told that there is something. */
export const deliveriesTopic = 'deliveries';

/** What was never sent need not be taken back. */
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
    await addOrderEvent(trx, order.order_id, 'delivery dropped', { deliveryId: paid.delivery_id });
  const { state } = await trx
    .selectFrom('deliveries')
    .select('state')
    .where('delivery_id', '=', paid.delivery_id)
    .executeTakeFirstOrThrow();
  if (state !== 'dropped' && !hasRevocation) await addDelivery(trx, order, 'order.revoked', isTest, now);
}
