// Paid orders of the last days, so that the overview shows revenue by hour, and the figures of these days stay as they
// are when the job computes them again.
import type { Transaction } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { demoPlayers } from './demo-community.ts';
import { makeDemoHours } from './demo-figures.ts';
import { demoProducts } from './demo-products.ts';
import { demoAccountId } from './insert-demo-content.ts';
import { stableId } from './stable-id.ts';

const providers = ['xsolla', 'stripe', 'aghanim'] as const;

export async function insertDemoOrders(
  trx: Transaction<Tables>,
  { now, days, perDay }: { readonly now: Date; readonly days: number; readonly perDay: number },
): Promise<void> {
  const times = makeDemoHours('orders', { now, hours: days * 24, perDay }).flatMap(({ hour, count }) =>
    Array.from({ length: count }, (_, index) => new Date(hour.getTime() + ((index + 0.5) / count) * 3_600_000)),
  );
  const orders = times.map((paidAt, index) => describeOrder(paidAt, index));
  for (let from = 0; from < orders.length; from += 500) {
    const some = orders.slice(from, from + 500);
    await trx
      .insertInto('orders')
      .values(some.map(({ order }) => order))
      .execute();
    await trx
      .insertInto('payment_attempts')
      .values(some.map(({ attempt }) => attempt))
      .execute();
    await trx
      .insertInto('ledger')
      .values(some.map(({ charge }) => charge))
      .execute();
  }
}

function describeOrder(paidAt: Date, index: number) {
  const product = demoProducts[(index * 7) % demoProducts.length];
  const player = demoPlayers[(index * 5) % demoPlayers.length];
  if (!product || !player) throw new Error('There are no demo products or players.');
  const orderId = stableId(`order ${paidAt.toISOString()} ${index}`);
  const price = product.pricesMinor['USD'] ?? 499;
  const provider = providers[index % providers.length] ?? 'xsolla';
  const paid = { amount_minor: price, currency: 'USD' };
  const attemptId = stableId(`attempt ${orderId}`);
  return {
    order: {
      order_id: orderId,
      account_id: demoAccountId(player.name),
      game: product.game,
      game_uid: stableId(`uid ${player.name} ${product.game}`),
      platform: 'FxId',
      product: JSON.stringify({
        names: product.names,
        descriptions: product.descriptions,
        type: product.type,
        labels: product.labels,
      }),
      sku: product.sku,
      quantity: 1,
      price_minor: price,
      currency: 'USD',
      usd_minor: price,
      country: player.country,
      status: 'Completed' as const,
      created_at: new Date(paidAt.getTime() - 90_000),
      expires_at: new Date(paidAt.getTime() + 3_600_000),
      paid_at: paidAt,
      completed_at: paidAt,
    },
    attempt: {
      attempt_id: attemptId,
      order_id: orderId,
      number: 1,
      provider,
      account: '',
      state: 'expired' as const,
      provider_payment_id: stableId(`payment ${orderId}`),
      ...paid,
      created_at: new Date(paidAt.getTime() - 90_000),
    },
    charge: {
      provider,
      account: '',
      transaction_id: stableId(`transaction ${orderId}`),
      kind: 'charged' as const,
      order_id: orderId,
      attempt_id: attemptId,
      ...paid,
      created_at: paidAt,
    },
  };
}
