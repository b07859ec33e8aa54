import type { RedeliveryOutcome } from '#model/order-history.ts';
import type { Database } from '#server/db/database.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasPagePurchases } from './has-page-purchases.ts';
import { redeliverForBuyer, redeliverPauseMs } from './replay-delivery.ts';

export interface RedeliverResult {
  readonly outcome: RedeliveryOutcome;
  readonly askAgainAt?: Date;
}

export async function redeliverOrder(
  database: Database,
  { orderId, accountId, game }: { orderId: string; accountId: string; game: string | undefined },
  waitMs: number,
): Promise<RedeliverResult | undefined> {
  const order = await database.kysely
    .selectFrom('orders')
    .select('game')
    .where('order_id', '=', orderId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!order || (game !== undefined && order.game !== game)) return undefined;
  const delivery = await readPaid(database, orderId);
  if (!delivery) return { outcome: 'NotPaid' };
  // Its page lists the purchase until it consumes it; only an operator can give it a second time.
  if (await hasPagePurchases(database.kysely, order.game)) return { outcome: 'WaitsForGame' };
  const replayed = await database.transaction((trx) => redeliverForBuyer(trx, delivery.delivery_id));
  const askAgainAt = new Date((await readAskedAt(database, delivery.delivery_id)).getTime() + redeliverPauseMs);
  switch (replayed) {
    case 'unknown':
    case 'undone':
      return { outcome: 'NotPaid' };
    case 'too-soon':
      return { outcome: 'TooSoon', askAgainAt };
    case 'replayed':
      if (!(await hasEndpoint(database, order.game))) return { outcome: 'WaitsForGame', askAgainAt };
      return { outcome: await outcomeOf(database, delivery, waitMs), askAgainAt };
  }
}

type Delivery = NonNullable<Awaited<ReturnType<typeof readPaid>>>;

function readPaid({ kysely }: Database, orderId: string) {
  return kysely
    .selectFrom('deliveries')
    .select(['delivery_id', 'attempts', 'again_at'])
    .where('order_id', '=', orderId)
    .where('type', '=', 'order.paid')
    .executeTakeFirst();
}

async function readAskedAt({ kysely }: Database, deliveryId: string): Promise<Date> {
  const { asked_at } = await kysely
    .selectFrom('deliveries')
    .select('asked_at')
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirstOrThrow();
  return asked_at ?? new Date(0);
}

async function hasEndpoint({ kysely }: Database, game: string): Promise<boolean> {
  const found = await kysely
    .selectFrom('webhook_endpoints')
    .select('game')
    .where('game', '=', game)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Any node may send it, so this polls the database briefly for the result. */
async function outcomeOf(
  { kysely }: Database,
  { delivery_id, attempts }: Delivery,
  waitMs: number,
): Promise<RedeliveryOutcome> {
  const endsAt = performance.now() + waitMs;
  for (;;) {
    const attempt = await kysely
      .selectFrom('delivery_attempts')
      .select('status')
      .where('delivery_id', '=', delivery_id)
      .where('number', '>', attempts)
      .where('ended_at', 'is not', null)
      .orderBy('number', 'desc')
      .executeTakeFirst();
    if (attempt) return (attempt.status ?? 0) >= 200 && (attempt.status ?? 0) <= 299 ? 'Confirmed' : 'Failed';
    if (performance.now() >= endsAt) return 'Sending';
    await sleep(lookEveryMs);
  }
}

const lookEveryMs = 200;
