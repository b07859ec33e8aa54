import { toLocale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { OrderDeliveryPayload } from '#server/db/money-tables.ts';
import type { RecomputeDeps } from '#server/features/orders/payment-events/recompute-order.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { acknowledgeDelivery } from './acknowledge-delivery.ts';
import { pullDeliveries } from './pull-deliveries.ts';
import { readOrderWithHistory } from './read-order.ts';

export function createDeliveriesRoutes(
  deps: RecomputeDeps & { readonly database: Database },
): Omit<AreaHandlers<'deliveries'>, 'events'> {
  const { database } = deps;
  return {
    pending: async ({ gameKey: { game }, query }) => {
      const pulled = await pullDeliveries(database, game, query.Limit ?? defaultLimit);
      const Deliveries = pulled.map(({ delivery_id, created_at, payload: { type, data } }) => ({
        DeliveryId: delivery_id,
        Type: type,
        CreatedAt: created_at.toISOString(),
        ...('quest_id' in data ? { QuestId: data.quest_id } : describeOrder(data)),
        ...(data.account_id !== '' && { AccountId: data.account_id }),
        GameUid: data.game_uid,
        Products: data.products.map(({ sku, quantity, payload }) => ({
          Sku: sku,
          Quantity: quantity,
          ...(payload !== undefined && { Payload: payload }),
        })),
      }));
      return { Deliveries };
    },
    acknowledge: async ({ gameKey: { game }, body }) => {
      const outcome = await database.transaction((trx) =>
        acknowledgeDelivery(trx, body.DeliveryId, 'pull', { ...deps, ofGame: game }),
      );
      if (outcome === 'unknown') throw new Problem('NotFound', 'The game has no such delivery.');
      return { Acknowledged: outcome !== 'dropped' };
    },
    orderHistory: async ({ gameKey: { game }, query, caller }) => {
      const locale = query.Locale === undefined ? caller().locale : toLocale(query.Locale);
      const story = await readOrderWithHistory(database, query.PublicOrderId, { game }, locale);
      if (!story) throw new Problem('NotFound', 'The game has no such order.');
      return story;
    },
  };
}

const defaultLimit = 50;

const describeOrder = (data: OrderDeliveryPayload['data']) => ({
  PublicOrderId: data.order_id,
  PriceMinor: data.price_minor,
  Currency: data.currency,
  IsTest: data.is_test,
  ...(data.developer_payload !== undefined && { DeveloperPayload: data.developer_payload }),
});
