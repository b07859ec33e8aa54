import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeliveryPayload } from '#server/db/money-tables.ts';
import { createLog } from '#server/http/log.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import type { ApplyPaymentEventDeps } from '#server/features/orders/payment-events/apply-payment-event.ts';
import { acknowledgeDelivery, type AcknowledgeResult } from './acknowledge-delivery.ts';
import { pullDeliveries } from './pull-deliveries.ts';
import { addTestOrder, payTestOrder, refundTestOrder, type TestOrder } from './test-orders.ts';

const game = 'gem-miner';
let testing: TestDatabase;
let ada: string;
let deps: ApplyPaymentEventDeps;

beforeAll(async () => {
  testing = await createTestDatabase({ poolSize: 10 });
  await buildGames(testing.database, [game, 'sky-courier']);
  ada = await buildAccount(testing.database);
  deps = {
    database: testing.database,
    log: createLog({ level: 'silent' }),
    now: () => new Date(),
    takesTestMoney: true,
    sendRefund: async () => undefined,
  };
});
afterAll(() => testing.drop());

async function paidOrder(): Promise<TestOrder & { deliveryId: string }> {
  const buyer = { game, accountId: ada, gameUid: 'g-7', sku: 'gems-100' };
  const order = await addTestOrder(testing.database, buyer);
  await payTestOrder(deps, order);
  return { ...order, deliveryId: (await deliveryOf(order.orderId, 'order.paid'))?.delivery_id ?? '' };
}

const deliveryOf = (orderId: string, type: DeliveryPayload['type']) =>
  testing.database.kysely
    .selectFrom('deliveries')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('type', '=', type)
    .executeTakeFirst();
const statusOf = async (orderId: string) =>
  (await testing.database.kysely.selectFrom('orders').select('status').where('order_id', '=', orderId).execute())[0]
    ?.status;
const linesOf = (orderId: string, kind: string) =>
  testing.database.kysely
    .selectFrom('order_events')
    .select('detail')
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .execute();
const acknowledge = (deliveryId: string, by: 'webhook' | 'pull'): Promise<AcknowledgeResult> =>
  testing.database.transaction((trx) => acknowledgeDelivery(trx, deliveryId, by, deps));

test('an order is completed once, whatever the order of responses and calls of the game', async () => {
  const ways = fc.array(fc.constantFrom('webhook' as const, 'pull' as const), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(ways, async (all) => {
      const { orderId, deliveryId } = await paidOrder();
      const outcomes = await Promise.all(all.map((by) => acknowledge(deliveryId, by)));
      expect(outcomes.filter((each) => each === 'acknowledged')).toHaveLength(1);
      expect(outcomes.filter((each) => each === 'no-change')).toHaveLength(all.length - 1);
      expect(await statusOf(orderId)).toBe('Completed');
      expect(await linesOf(orderId, 'acknowledged')).toHaveLength(1);
      const completions = (await linesOf(orderId, 'status')).filter(({ detail }) => detail['to'] === 'Completed');
      expect(completions).toHaveLength(1);
    }),
    { numRuns: 15 },
  );
});

test('in any sequence of responses, pulls and a refund the game ends with what the buyer paid for', async () => {
  const steps = fc.shuffledSubarray(['webhook', 'pull', 'look', 'undo'] as const, { minLength: 2 });
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const made = await paidOrder();
      const { orderId, deliveryId } = made;
      let isShown = false;
      const run = {
        webhook: () => acknowledge(deliveryId, 'webhook'),
        pull: () => acknowledge(deliveryId, 'pull'),
        look: async () => {
          const listed = await pullDeliveries(testing.database, game, 100);
          isShown ||= listed.some(({ delivery_id }) => delivery_id === deliveryId);
        },
        undo: () => refundTestOrder(deps, made),
      };
      await Promise.all(all.map((step) => run[step]()));
      const [paid, revoked] = [await deliveryOf(orderId, 'order.paid'), await deliveryOf(orderId, 'order.revoked')];
      const isTold = isShown || paid?.state === 'acknowledged';
      if (!all.includes('undo')) {
        expect(revoked).toBeUndefined();
        return;
      }
      expect(await statusOf(orderId)).toBe('CancelledPaid');
      // A game that may have granted the product gets a revocation; one that never received the delivery gets nothing.
      expect(revoked !== undefined).toBe(isTold);
      expect(paid?.state === 'dropped').toBe(!isTold);
    }),
    { numRuns: 25 },
  );
});

test('a game acknowledges only its own deliveries', async () => {
  const { orderId, deliveryId } = await paidOrder();
  const by = (ofGame: string) =>
    testing.database.transaction((trx) => acknowledgeDelivery(trx, deliveryId, 'pull', { ...deps, ofGame }));
  expect(await by('sky-courier')).toBe('unknown');
  expect(await statusOf(orderId)).toBe('PayedWaitingForSending');
  expect(await by(game)).toBe('acknowledged');
  expect(await by(game)).toBe('no-change');
});
