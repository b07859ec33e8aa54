import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { RewardDeliveryPayload } from '#server/db/money-tables.ts';
import { sendSignalToNodesAfterCommit } from '#server/db/node-signals.ts';
import type { Tables } from '#server/db/tables.ts';
import { deliveriesSignalTopic } from '#server/features/orders/payment-events/recompute-order.ts';

/** Sends a quest's reward to the game's server as purchases are sent. Returns the delivery's id. */
export async function addRewardDelivery(
  trx: Transaction<Tables>,
  reward: Omit<RewardDeliveryPayload['data'], 'delivery_id'>,
  now: Date,
): Promise<string> {
  const deliveryId = randomUUID();
  const { game } = reward;
  const payload: RewardDeliveryPayload = {
    type: 'quest.reward',
    timestamp: now.toISOString(),
    data: { ...reward, delivery_id: deliveryId },
  };
  await trx
    .insertInto('deliveries')
    .values({ delivery_id: deliveryId, order_id: null, game, type: payload.type, payload: JSON.stringify(payload) })
    .execute();
  await sendSignalToNodesAfterCommit(trx, deliveriesSignalTopic, game);
  return deliveryId;
}
