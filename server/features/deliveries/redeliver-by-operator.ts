// Sends a delivery again for an operator, recorded in the audit log in the same transaction.
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { RecordChange } from '#server/features/audit-log/audit-log.ts';
import { replayDelivery } from './replay-delivery.ts';

export interface OperatorRedelivery {
  readonly deliveryId: string;
  readonly reason?: string | undefined;
  /** Only if it belongs to this game. */
  readonly game: string | undefined;
}

export function redeliverByOperator(
  database: Database,
  { deliveryId, reason, game }: OperatorRedelivery,
  record: RecordChange,
): Promise<{ readonly orderId: string | null; readonly game: string }> {
  return database.transaction(async (trx) => {
    const delivery = await trx
      .selectFrom('deliveries')
      .select(['game', 'order_id', 'state', 'type'])
      .where('delivery_id', '=', deliveryId)
      .executeTakeFirst();
    if (!delivery || (game !== undefined && delivery.game !== game))
      throw new Problem('NotFound', `There is no delivery ${deliveryId}.`);
    const end = await replayDelivery(trx, deliveryId);
    if (end === 'unknown') throw new Problem('NotFound', `There is no delivery ${deliveryId}.`);
    if (end === 'undone') throw new Problem('Conflict', "This order was refunded, so it can't be delivered again.");
    if (end === 'too-soon') throw new Problem('Conflict', 'It was just sent again.');
    await record(trx, {
      object: { kind: 'delivery', id: deliveryId, game: delivery.game },
      before: { State: delivery.state },
      after: { SentAgain: delivery.type },
      reason,
    });
    return { orderId: delivery.order_id, game: delivery.game };
  });
}
