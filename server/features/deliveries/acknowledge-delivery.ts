// The one way to an acknowledged delivery, whether the game answered our request or called us itself: the order locked, one
// conditional update that decides, the order's status after it.
import type { Transaction } from 'kysely';
import type { OrderEventKind } from '#model/order-story.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import { sendSignalAfterCommit } from '#server/db/signals.ts';
import type { Tables } from '#server/db/tables.ts';
import {
  deliveriesTopic,
  recomputeOrder,
  lockOrder,
  type RecomputeDeps,
  type LockedOrder,
} from '#server/features/orders/payment-events/recompute-order.ts';

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
  { ofGame, ...deps }: RecomputeDeps & { readonly ofGame?: string },
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
  deps: RecomputeDeps,
): Promise<Acknowledged> {
  const [taken] = await acknowledgeRow(trx, { deliveryId, by });
  if (!taken) return endAgain(trx, deliveryId);
  // What waited for this one to end may go now.
  if (order.status === 'CancelledPaid') await sendSignalAfterCommit(trx, deliveriesTopic, order.game);
  if (taken.type === 'order.paid') await recomputeOrder(trx, order, deps);
  return 'acknowledged';
}

/** With the line about it. No row: it has ended before. */
const acknowledgeRow = defineStatement<{ deliveryId: string; by: 'webhook' | 'pull' }, { readonly type: string }>(
  ({ deliveryId, by }) => `
  with taken as (
    update deliveries
    set state = 'acknowledged', acknowledged_by = ${by}, ended_at = now(), lease_until = null, again_at = null
    where delivery_id = ${deliveryId} and state in ('pending', 'dead')
    returning order_id, delivery_id, type, acknowledged_by
  ), story as (
    insert into order_events (order_id, kind, detail)
    select order_id, '${'acknowledged' satisfies OrderEventKind}',
      jsonb_build_object('deliveryId', delivery_id, 'type', type, 'by', acknowledged_by)
    from taken
  )
  select type from taken`,
);

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
