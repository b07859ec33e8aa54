// Purchases during kills, with real processes: no money is lost or taken twice, and no game grants twice. The drill
// `money` is the long version.
import { expect, test } from 'vitest';
import { loadProviders } from './features/orders/providers/load-providers.ts';
import { runMoneyStorm } from './testing/money/money-storm.ts';

test(
  'orders, payments and deliveries stay consistent when the server and its PostgreSQL are killed during purchases',
  { timeout: 300_000 },
  async () => {
    const orders = 28;
    const { audit, toBePaid, broken, readyMs, deliveries } = await runMoneyStorm({
      serverKills: 1,
      databaseKills: 1,
      orders,
      waitBeforeCollectingMs: 0,
    });
    expect([...audit.problems, ...broken]).toEqual([]);
    expect(readyMs).toHaveLength(2);
    expect(audit.paidOrders).toBe(toBePaid);
    // Few buyers give up; declined ones may pay later or not.
    expect(toBePaid).toBeGreaterThan(orders * 0.7);
    const providers = (await loadProviders()).filter(({ family }) => family === 'payments');
    expect(Object.keys(audit.chargedBy).toSorted()).toEqual(providers.map(({ manifest }) => manifest.id).toSorted());
    for (const [id, charged] of Object.entries(audit.chargedBy)) expect(charged, id).toBeGreaterThan(0);
    expect(audit.chargedMinor).toBe(audit.deliveredMinor + audit.refundedMinor + audit.openMinor);
    expect(audit.openMinor).toBe(0);
    expect(deliveries.requests).toBeGreaterThan(0);
  },
);
