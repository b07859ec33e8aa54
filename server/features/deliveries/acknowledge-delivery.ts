// The one way to an acknowledged delivery, whether the game answered our request or called us itself: the order locked, one
// conditional update that decides, the order's status after it.
import { sql, type Transaction } from 'kysely';
import { notify } from '#server/db/notices.ts';
import type { Tables } from '#server/db/tables.ts';
import {
  deliveriesTopic,
  followOrder,
  lockOrder,
  type FollowDeps,
  type LockedOrder,
} from '#server/features/orders/follow-order.ts';
import { addOrderEvent } from '#server/features/orders/order-events.ts';

export type Acknowledged =
  | 'acknowledged'
  /** It was before. */
  | 'no change'
  /** The money went back before the game was told: it must grant nothing. */
  | 'dropped'
  | 'unknown';

/** `ofGame`: only if it is a delivery of that game. */
export async function acknowledgeDelivery(
  trx: Transaction<Tables>,
  deliveryId: string,
  by: 'webhook' | 'pull',
  { ofGame, ...deps }: FollowDeps & { readonly ofGame?: string },
): Promise<Acknowledged> {
  const found = await trx
    .selectFrom('deliveries')
    .select(['order_id', 'game'])
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst();
  if (!found || (ofGame !== undefined && found.game !== ofGame)) return 'unknown';
  const order = await lockOrder(trx, found.order_id);
  return order ? acknowledgeLocked(trx, order, deliveryId, by, deps) : 'unknown';
}

/** The same for one whose order is locked already. */
export async function acknowledgeLocked(
  trx: Transaction<Tables>,
  order: LockedOrder,
  deliveryId: string,
  by: 'webhook' | 'pull',
  deps: FollowDeps,
): Promise<Acknowledged> {
  const { rows } = await sql<{ type: string }>`
    update deliveries set state = 'acknowledged', acknowledged_by = ${by}, ended_at = now(), lease_until = null, again_at = null
    where delivery_id = ${deliveryId} and state in ('pending', 'dead') returning type`.execute(trx);
  const [taken] = rows;
  if (!taken) return endAgain(trx, deliveryId);
  await addOrderEvent(trx, order.order_id, 'acknowledged', { deliveryId, type: taken.type, by });
  // What waited for this one to end may go now.
  if (order.status === 'CancelledPaid') await notify(trx, deliveriesTopic, order.game);
  if (taken.type === 'order.paid') await followOrder(trx, order, deps);
  return 'acknowledged';
}

/** It had been taken before, and was perhaps asked for once more: that is done now as well. */
async function endAgain(trx: Transaction<Tables>, deliveryId: string): Promise<Acknowledged> {
  const { state } = await trx
    .updateTable('deliveries')
    .set({ again_at: null, lease_until: null })
    .where('delivery_id', '=', deliveryId)
    .returning('state')
    .executeTakeFirstOrThrow();
  return state === 'dropped' ? 'dropped' : 'no change';
}
