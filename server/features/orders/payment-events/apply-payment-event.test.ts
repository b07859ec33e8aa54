// The same events in any sequence give the same order; shuffled, repeated and concurrent events, hints and reads create
// exactly one delivery per order.
import { randomUUID } from 'node:crypto';
import { asyncProperty, assert, constantFrom, infiniteStream, integer, record, shuffledSubarray } from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaymentEvent } from '#model/payment-event.ts';
import { buildOrderRequest, openPaymentForTest, readOrderStatus } from '#server/testing/buy-for-test.ts';
import { createMoneyTestApp, type MoneyTestApp } from '#server/testing/create-money-test-app.ts';
import { chooseDrillSize } from '#server/testing/drill-size.ts';
import { createTestProvider, type TestProvider } from '#server/testing/test-provider.ts';
import { runAttemptCheck } from '../checks/run-attempt-check.ts';
import { enqueueAttemptCheck } from '../checks/enqueue-checks.ts';
import { saveBrowserPaymentHint } from '../ordering/save-hint.ts';
import { portalEventSender } from '../providers/provider-account.ts';
import { applyPaymentEvent } from './apply-payment-event.ts';

let provider: TestProvider;
let server: MoneyTestApp;

beforeAll(async () => {
  provider = createTestProvider(0);
  server = await createMoneyTestApp([provider], { poolSize: 12 });
});
afterAll(() => server[Symbol.asyncDispose]());

const settle = (event: PaymentEvent) =>
  applyPaymentEvent(server.money.deps, provider.loaded.folder, event, portalEventSender);

async function endOf(orderId: string) {
  const { kysely } = server.database;
  const status = await readOrderStatus(server, orderId);
  const deliveries = await kysely.selectFrom('deliveries').selectAll().where('order_id', '=', orderId).execute();
  const charged = await kysely
    .selectFrom('ledger')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('order_id', '=', orderId)
    .where('kind', '=', 'charged')
    .executeTakeFirstOrThrow();
  return { status, paid: deliveries.filter(({ type }) => type === 'order.paid').length, charged: charged.count };
}

test('any sequence, repetition and concurrency of the same events gives the same order', async () => {
  const happenings = [
    'paid 0',
    'paid 1',
    'failed 0',
    'expired 1',
    'refunded 0',
    'disputed 0',
    'refund of extra 1',
  ] as const;
  const order = record({
    happened: shuffledSubarray([...happenings], { minLength: 1 }),
    noise: infiniteStream(integer({ min: 0, max: 1_000_000 })),
    ways: constantFrom(2, 3),
  });
  await assert(
    asyncProperty(order, async ({ happened, noise, ways }) => {
      const ends = [];
      for (let way = 0; way < ways; way += 1) {
        const { order: made, ids } = await openPaymentForTest(server, provider, await buildOrderRequest(server), 2);
        const events = happened.map((what): PaymentEvent => {
          const [kind, at] = [what.slice(0, -2), what.slice(-1)];
          const extra = kind === 'refund of extra';
          const attemptId = ids[Number(at)] ?? '';
          return {
            kind: extra ? 'refunded' : (kind as PaymentEvent['kind']),
            dedupKey: randomUUID(),
            attemptId,
            transactionId: `${what} ${attemptId}`,
            amountMinor: 199,
            currency: 'USD',
            isTest: true,
            ...(extra && { isOverpayment: true }),
          };
        });
        const many = [...events, ...events.map((event) => ({ ...event, dedupKey: randomUUID() })), ...events]
          .map((event) => ({ event, rank: noise.next().value ?? 0 }))
          .toSorted((a, b) => a.rank - b.rank)
          .map(({ event }) => event);
        if (way === 0) for (const event of many) await settle(event);
        else await Promise.all(many.map(settle));
        ends.push(await endOf(made.order_id));
      }
      const [one, ...others] = ends;
      for (const other of others) expect(other.status).toBe(one?.status);
      for (const end of ends) {
        expect(end.paid).toBeLessThanOrEqual(1);
        if (end.status === 'PayedWaitingForSending') expect(end.paid).toBe(1);
      }
    }),
    { numRuns: 15 },
  );
});

test('as many deliveries as orders', { timeout: 180_000 }, async () => {
  const { deps } = server.money;
  const orders = chooseDrillSize(50, 1000);
  const open = await copyOrders(await openPaymentForTest(server, provider, await buildOrderRequest(server)), orders);
  const work = open.flatMap(({ order, attemptId }, number) => {
    const paid = provider.pay(attemptId);
    const dispute = provider.add(attemptId, 'disputed');
    const told = Array.from({ length: 20 }, (_, at) => {
      const event = at % 5 === 4 ? dispute : paid;
      // Some are further webhooks about the same event.
      return () => settle(at % 6 === 0 ? { ...event, dedupKey: randomUUID() } : event);
    });
    const others = [
      () => saveBrowserPaymentHint(deps, order, 'Cancelled'),
      () => saveBrowserPaymentHint(deps, order, 'Completed'),
      () => enqueueAttemptCheck(deps, order),
      () => runAttemptCheck(deps, { attemptId }),
    ];
    return [...told, ...others.filter((_, which) => (which + number) % 2 === 0)];
  });
  const shuffled = work
    .map((run) => ({ run, rank: Math.random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ run }) => run);
  await inTurns(shuffled.length, 12, async (at) => shuffled[at]?.());
  const orderIds = open.map(({ order }) => order.order_id);
  const { kysely } = server.database;
  const count = async (table: 'deliveries' | 'ledger' | 'refunds', kind?: string) =>
    (
      await kysely
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('order_id', 'in', orderIds)
        .$if(kind !== undefined, (query) => query.where('kind' as never, '=', kind as never))
        .executeTakeFirstOrThrow()
    ).count;
  expect(await count('deliveries')).toBe(orders);
  expect(await count('ledger', 'charged')).toBe(orders);
  const statuses = await kysely
    .selectFrom('orders')
    .select('status')
    .distinct()
    .where('order_id', 'in', orderIds)
    .execute();
  expect(statuses).toEqual([{ status: 'PayedWaitingForSending' }]);
  expect(await count('refunds')).toBe(0);
});

async function copyOrders(
  { order, ids: [openedId = ''] }: Awaited<ReturnType<typeof openPaymentForTest>>,
  count: number,
) {
  const { kysely } = server.database;
  const opened = await kysely
    .selectFrom('payment_attempts')
    .selectAll()
    .where('attempt_id', '=', openedId)
    .executeTakeFirstOrThrow();
  const book = provider.records.get(openedId);
  if (!book) throw new Error('The payment was not opened.');
  const copies = Array.from({ length: count }, () => {
    const [order_id, attempt_id, provider_payment_id] = [randomUUID(), randomUUID(), randomUUID()];
    provider.records.set(attempt_id, { ...book, providerPaymentId: provider_payment_id, events: [] });
    return {
      order: { ...order, order_id, status: 'WaitingForPayment' as const },
      attempt: { ...opened, attempt_id, order_id, provider_payment_id },
      attemptId: attempt_id,
    };
  });
  for (let from = 0; from < count; from += 500) {
    const some = copies.slice(from, from + 500);
    await kysely
      .insertInto('orders')
      .values(some.map((each) => ({ ...each.order, product: JSON.stringify(order.product) })))
      .execute();
    await kysely
      .insertInto('payment_attempts')
      .values(some.map((each) => each.attempt))
      .execute();
  }
  return copies;
}

async function inTurns<Result>(count: number, width: number, run: (at: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let at = next++; at < count; at = next++) results[at] = await run(at);
    }),
  );
  return results;
}
