// The only code that acknowledges a delivery, whether the game responded to our request or called us: locks the order,
// decides by one conditional update, then updates the order's status. A reward has no order.
import type { Transaction } from 'kysely';
import type { OrderEventKind } from '#model/order-history.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import { sendSignalToNodesAfterCommit } from '#server/db/node-signals.ts';
import type { Tables } from '#server/db/tables.ts';
import {
  deliveriesSignalTopic,
  recomputeOrder,
  lockOrder,
  type RecomputeDeps,
  type LockedOrder,
} from '#server/features/orders/payment-events/recompute-order.ts';

export type AcknowledgeResult =
  | 'acknowledged'
  | 'no-change'
  /** The order was refunded before the game received the delivery: the game must grant nothing. */
  | 'dropped'
  | 'unknown';

/** `page`: the game has no server, and its page has been given the purchase. */
export type AcknowledgedBy = 'webhook' | 'pull' | 'page';

export async function acknowledgeDelivery(
  trx: Transaction<Tables>,
  deliveryId: string,
  by: AcknowledgedBy,
  { ofGame, ...deps }: RecomputeDeps & { readonly ofGame?: string },
): Promise<AcknowledgeResult> {
  const found = await trx
    .selectFrom('deliveries')
    .select(['order_id', 'game'])
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst();
  if (!found || (ofGame !== undefined && found.game !== ofGame)) return 'unknown';
  if (found.order_id === null) return acknowledgeLockedDelivery(trx, undefined, deliveryId, by, deps);
  const order = await lockOrder(trx, found.order_id);
  return order ? acknowledgeLockedDelivery(trx, order, deliveryId, by, deps) : 'unknown';
}

export async function acknowledgeLockedDelivery(
  trx: Transaction<Tables>,
  order: LockedOrder | undefined,
  deliveryId: string,
  by: AcknowledgedBy,
  deps: RecomputeDeps,
): Promise<AcknowledgeResult> {
  const [taken] = await acknowledgeRow(trx, { deliveryId, by });
  if (!taken) return endAgain(trx, deliveryId);
  if (!order) return 'acknowledged';
  // A revocation that waited for this delivery can be sent now.
  if (order.status === 'CancelledPaid') await sendSignalToNodesAfterCommit(trx, deliveriesSignalTopic, order.game);
  if (taken.type === 'order.paid') await recomputeOrder(trx, order, deps);
  return 'acknowledged';
}

/** Also inserts the order event. Returns no row if the delivery was closed before. */
const acknowledgeRow = defineStatement<{ deliveryId: string; by: AcknowledgedBy }, { readonly type: string }>(
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
    from taken where order_id is not null
  )
  select type from taken`,
);

/** Acknowledged before and perhaps sent again on request: that request is closed too. */
async function endAgain(trx: Transaction<Tables>, deliveryId: string): Promise<AcknowledgeResult> {
  const { state } = await trx
    .updateTable('deliveries')
    .set({ again_at: null, lease_until: null })
    .where('delivery_id', '=', deliveryId)
    .returning('state')
    .executeTakeFirstOrThrow();
  return state === 'dropped' ? 'dropped' : 'no-change';
}
