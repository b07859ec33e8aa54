// Sends a delivery again. It keeps its id, so a game that already has it grants nothing twice.
import { sql, type Transaction } from 'kysely';
import { hasPagePurchases } from './has-page-purchases.ts';
import { sendSignalToNodes } from '#server/db/node-signals.ts';
import type { Tables } from '#server/db/tables.ts';
import { deliveriesSignalTopic, lockOrder } from '#server/features/orders/payment-events/recompute-order.ts';
import { addOrderEvent } from '#server/features/orders/payment-events/order-events.ts';

export type ReplayResult =
  | 'replayed'
  | 'unknown'
  /** The order was refunded: the product must not be granted any more. */
  | 'undone'
  | 'too-soon';

/**
 * For operators: a failed delivery restarts its schedule; any other is sent once, now. A game's page lists the purchase
 * again, with the same id.
 */
export async function replayDelivery(trx: Transaction<Tables>, deliveryId: string): Promise<ReplayResult> {
  const found = await findWithOrder(trx, deliveryId);
  if (typeof found === 'string') return found;
  await trx
    .updateTable('deliveries')
    .set({ state: 'pending', failures: 0, ended_at: null, lease_until: null })
    .where('delivery_id', '=', deliveryId)
    .where('state', '=', 'dead')
    .execute();
  return (await hasPagePurchases(trx, found.game)) ? listAgain(trx, found) : sendAgain(trx, found, 'operator', 0);
}

async function listAgain(
  trx: Transaction<Tables>,
  { delivery_id: deliveryId, order_id: orderId }: Found,
): Promise<ReplayResult> {
  await trx.deleteFrom('consumed_purchases').where('delivery_id', '=', deliveryId).execute();
  // A server may have acknowledged it before the game's page received purchases.
  await trx
    .updateTable('deliveries')
    .set({ acknowledged_by: 'page' })
    .where('delivery_id', '=', deliveryId)
    .where('state', '=', 'acknowledged')
    .execute();
  if (orderId !== null) await addOrderEvent(trx, orderId, 'delivery-resend-requested', { deliveryId, by: 'operator' });
  return 'replayed';
}

/** For buyers: sent once, now, and not again for a few minutes. */
export async function redeliverForBuyer(trx: Transaction<Tables>, deliveryId: string): Promise<ReplayResult> {
  const found = await findWithOrder(trx, deliveryId);
  return typeof found === 'string' ? found : sendAgain(trx, found, 'buyer', redeliverPauseMs);
}

export const redeliverPauseMs = 5 * 60_000;

interface Found {
  readonly delivery_id: string;
  readonly order_id: string | null;
  readonly game: string;
}

async function findWithOrder(trx: Transaction<Tables>, deliveryId: string): Promise<Found | 'unknown' | 'undone'> {
  const found = await trx
    .selectFrom('deliveries')
    .select(['delivery_id', 'order_id', 'game', 'type', 'state'])
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst();
  if (found?.order_id === null) return found;
  const order = found && (await lockOrder(trx, found.order_id));
  if (!found || !order) return 'unknown';
  if (found.state === 'dropped') return 'undone';
  return found.type === 'order.paid' && order.status === 'CancelledPaid' ? 'undone' : found;
}

async function sendAgain(
  trx: Transaction<Tables>,
  { delivery_id: deliveryId, order_id: orderId, game }: Found,
  by: 'operator' | 'buyer',
  pauseMs: number,
): Promise<ReplayResult> {
  const { rows } = await sql`
    update deliveries set again_at = now(), asked_at = now(), next_attempt_at = now()
    where delivery_id = ${deliveryId}
      and (asked_at is null or asked_at <= now() - ${pauseMs} * interval '1 millisecond')
    returning 1`.execute(trx);
  if (rows.length === 0) return 'too-soon';
  if (orderId !== null) await addOrderEvent(trx, orderId, 'delivery-resend-requested', { deliveryId, by });
  await sendSignalToNodes(trx, deliveriesSignalTopic, game);
  return 'replayed';
}
