// Sends twenty duplicated and shuffled webhooks for each of many orders, mixed with visits to the return page, status
// polls and false browser hints. Each order must be granted once.
import { setTimeout as sleep } from 'node:timers/promises';
import type { SimulatedWebhook } from '#payments/simulator-port.server.ts';
import { createOrderPageToken } from '#server/features/orders/redirect/order-page-token.ts';
import { auditMoney, type MoneyAudit } from '#server/testing/money/audit-money.ts';
import type { BuyerScenario } from '#server/testing/money/buyer-scenarios.ts';
import {
  callUntilAccepted,
  sendWebhook,
  startMoneyTestbed,
  type MoneyTestbed,
} from '#server/testing/money/money-testbed.ts';
import {
  findScenarioOutcome,
  listTargets,
  openOrder,
  sendBrowserHint,
  shuffle,
  type PlayedOrder,
} from '#server/testing/money/play-scenario.ts';

export interface FloodReport {
  readonly audit: MoneyAudit;
  readonly broken: readonly string[];
  readonly deliveries: MoneyTestbed['game']['counts'];
  readonly calls: number;
  readonly callsPerSecond: number;
  readonly totalMs: number;
}

const width = 16;
const noticesEach = 20;
const maxSettleMs = 300_000;

// All webhooks that a provider sends for such an order: started, paid, disputed, dispute won. For every second buyer of
// each provider a declined payment comes first. Some providers allow no payment after a decline; then nothing is
// granted.
const isPaid: BuyerScenario = {
  name: 'is told of twenty times',
  acts: ['pay later', 'pay', 'dispute', 'win dispute'],
  ends: 'Completed',
};
const isRefusedFirst: BuyerScenario = {
  ...isPaid,
  name: 'is refused, and told of twenty times',
  acts: ['decline', ...isPaid.acts],
};

export async function runMoneyFlood(orders: number, report: (line: string) => void): Promise<FloodReport> {
  const begin = performance.now();
  await using world = await startMoneyTestbed({ buyers: 50, troubles: 0 });
  const played: PlayedOrder[] = [];
  const work: (() => Promise<unknown>)[] = [];
  await inTurns(orders, async (at) => {
    const buyer = world.buyers[at % world.buyers.length];
    const shop = world.shops[at % world.shops.length];
    if (!buyer || !shop) throw new Error('There are no buyers, or no providers.');
    const story = Math.floor(at / world.shops.length) % 2 === 0 ? isPaid : isRefusedFirst;
    const orderId = await openOrder(world, buyer, shop, false);
    const [target = { attemptId: '' }] = await listTargets(world, orderId);
    const notices: SimulatedWebhook[] = [];
    for (const act of story.acts) notices.push(...(await shop.act(act, target)));
    const copies = Array.from({ length: noticesEach }, (_, copy) => notices[copy % notices.length]);
    const ends = findScenarioOutcome(story, shop.sum(target.attemptId));
    played.push({ orderId, story, ends, buyer, shop, notices: notices.length, sent: copies.length });
    for (const notice of copies) if (notice) work.push(() => sendWebhook(world, shop, notice));
    const Token = createOrderPageToken(world.sealer, orderId);
    work.push(
      () => callUntilAccepted(world, buyer, '/store/merchant_payment_completed', { Token }),
      () => callUntilAccepted(world, buyer, '/store/get_payment_status', { PublicOrderId: orderId }),
      () => sendBrowserHint(world, buyer, orderId, 'Cancelled'),
      () => sendBrowserHint(world, buyer, orderId, 'Completed'),
    );
  });
  report(`${orders} orders are opened and paid at the provider; ${work.length} calls follow`);
  const calling = performance.now();
  const mixed = shuffle(work);
  await inTurns(mixed.length, async (at) => mixed[at]?.());
  const callsPerSecond = mixed.length / ((performance.now() - calling) / 1000);
  report(`${mixed.length} calls are made; ${world.game.granted.size} orders are granted`);
  await settle(world, played.filter(({ ends }) => ends === 'Completed').length);
  const audit = await auditMoney(world, played);
  return {
    audit,
    broken: world.tally.broken,
    deliveries: world.game.counts,
    calls: mixed.length,
    callsPerSecond,
    totalMs: performance.now() - begin,
  };
}

async function inTurns(count: number, run: (at: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < count; at = next++) await run(at);
  };
  await Promise.all(Array.from({ length: width }, work));
}

/** Waits until that many orders are completed or the time is over; the audit reports missing ones. */
async function settle({ database }: MoneyTestbed, orders: number): Promise<void> {
  const endsAt = performance.now() + maxSettleMs;
  while (performance.now() < endsAt) {
    const done = await database.kysely
      .selectFrom('orders')
      .select('order_id')
      .where('status', '=', 'Completed')
      .execute();
    if (done.length >= orders) return;
    await sleep(200);
  }
}
