// For developers: pays or refunds orders without money, on a developer's machine. They are processed like any other
// order, so endpoints, `forward` and pull calls receive them, and are marked as a test.
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '#server/config.ts';
import type { DatabaseCommandDeps } from '#server/db/run-database-command.ts';
import type { OrderDeliveryPayload } from '#server/db/money-tables.ts';
import type { ApplyPaymentEventDeps } from '#server/features/orders/payment-events/apply-payment-event.ts';
import type { TriggerDeliveriesOptions } from './hooks-arguments.ts';
import { replayDelivery } from './replay-delivery.ts';
import { addTestOrder, payTestOrder, refundTestOrder, type TestOrder } from './test-orders.ts';

export async function triggerDeliveries(
  parts: DatabaseCommandDeps,
  { game, type, lateMs, isTwice, isShuffled }: TriggerDeliveriesOptions & { readonly game: string },
  { waitMs = 60_000, shuffle = shuffled }: { waitMs?: number; shuffle?: typeof shuffled } = {},
): Promise<void> {
  const { config, database, log, now, report } = parts;
  // A real server has its own secret, even if it was not configured as production.
  if (config.production || config.secrets[0]?.secret !== readConfig({}).secrets[0]?.secret)
    throw new Error('Test orders are made on a laptop only, never where real players are.');
  const deps: ApplyPaymentEventDeps = { database, log, now, takesTestMoney: true, sendRefund: refuseRefund };
  const buyer = await findBuyer(parts, game);
  const orders: TestOrder[] = [];
  for (let count = 0; count < (isShuffled ? shuffledOrders : 1); count += 1)
    orders.push(await addTestOrder(database, buyer));
  if (lateMs > 0) await sleep(lateMs);
  for (const order of isShuffled ? shuffle(orders) : orders) {
    await payTestOrder(deps, order);
    report(`Order ${order.orderId}: order.paid as delivery ${await deliveryId(parts, order, 'order.paid')}`);
  }
  for (const order of orders) {
    if (type === 'order.revoked') {
      await untilTaken(parts, order, 'order.paid', waitMs);
      await refundTestOrder(deps, order);
      report(`Order ${order.orderId}: order.revoked as delivery ${await deliveryId(parts, order, type)}`);
    }
    if (!isTwice) continue;
    await untilTaken(parts, order, type, waitMs);
    const again = await deliveryId(parts, order, type);
    await database.transaction((trx) => replayDelivery(trx, again));
    report(`Order ${order.orderId}: ${type} once more, as the same delivery ${again}`);
  }
}

const shuffledOrders = 5;

const refuseRefund = (): Promise<never> => Promise.reject(new Error('A test order has no money that could go back.'));

function shuffled<T>(all: readonly T[]): T[] {
  return all
    .map((each) => ({ each, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each);
}

async function findBuyer({ database: { kysely } }: DatabaseCommandDeps, game: string) {
  const player = await kysely
    .selectFrom('connected_games')
    .select(['account_id', 'game_uid'])
    .where('game', '=', game)
    .orderBy('connected_at', 'desc')
    .executeTakeFirst();
  if (!player) throw new Error(`Nobody has played ${game} yet. Open it once in the portal, signed in.`);
  const product = await kysely
    .selectFrom('products')
    .select('sku')
    .where('game', '=', game)
    .orderBy('position')
    .executeTakeFirst();
  if (!product) throw new Error(`${game} sells nothing yet: give it a product first.`);
  return { game, accountId: player.account_id, gameUid: player.game_uid, sku: product.sku };
}

async function findDelivery(
  { database }: DatabaseCommandDeps,
  { orderId }: TestOrder,
  type: OrderDeliveryPayload['type'],
) {
  return database.kysely
    .selectFrom('deliveries')
    .select(['delivery_id', 'state'])
    .where('order_id', '=', orderId)
    .where('type', '=', type)
    .executeTakeFirstOrThrow();
}

const deliveryId = async (
  parts: DatabaseCommandDeps,
  order: TestOrder,
  type: OrderDeliveryPayload['type'],
): Promise<string> => (await findDelivery(parts, order, type)).delivery_id;

async function untilTaken(
  parts: DatabaseCommandDeps,
  order: TestOrder,
  type: OrderDeliveryPayload['type'],
  waitMs: number,
): Promise<void> {
  const endsAt = performance.now() + waitMs;
  while ((await findDelivery(parts, order, type)).state !== 'acknowledged') {
    if (performance.now() > endsAt)
      throw new Error(
        `Nobody took ${type} of order ${order.orderId} within ${waitMs / 1000} s. Does the portal run, and has the game an endpoint (npm run hooks -- set) or forward?`,
      );
    await sleep(200);
  }
}
