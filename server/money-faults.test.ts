// Purchases under kills, with real processes: no money is lost, none is taken twice, and no game grants anything twice. The long
// run of the same is the drill `money`.
import { expect, test } from 'vitest';
import { buyerStories } from './testing/money/buyer-stories.ts';
import { runMoneyStorm } from './testing/money/money-storm.ts';

test(
  'keeps every book right when the server and its PostgreSQL are killed under purchases',
  { timeout: 300_000 },
  async () => {
    const orders = 24;
    const { audit, broken, readyMs, deliveries } = await runMoneyStorm({
      serverKills: 1,
      databaseKills: 1,
      orders,
      waitBeforeCollectingMs: 0,
    });
    expect([...audit.problems, ...broken]).toEqual([]);
    expect(readyMs).toHaveLength(2);
    const paid = Array.from({ length: orders }, (_, at) => buyerStories[at % buyerStories.length]?.ends !== 'unpaid');
    expect(audit.paidOrders).toBe(paid.filter(Boolean).length);
    expect(audit.chargedMinor).toBe(audit.deliveredMinor + audit.refundedMinor + audit.openMinor);
    expect(audit.openMinor).toBe(0);
    expect(deliveries.requests).toBeGreaterThan(0);
  },
);
