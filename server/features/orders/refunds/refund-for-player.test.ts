import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RefundRule } from '#model/refund-rule.ts';
import { buildAccount } from '#server/testing/build-accounts.ts';
import { buyForTest, type TestPurchase } from '#server/testing/buy-for-test.ts';
import { createMoneyTestApp, soldGame, type MoneyTestApp } from '#server/testing/create-money-test-app.ts';
import { createTestProvider, type TestProvider } from '#server/testing/test-provider.ts';

let provider: TestProvider;
let server: MoneyTestApp;
let token: string;

beforeAll(async () => {
  provider = createTestProvider(0);
  server = await createMoneyTestApp([provider]);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  provider.trouble = {};
  ({ token } = await server.sessions.begin(await buildAccount(server.database)));
  await setRule({ WithinHours: 24, MostPerMonth: 2, AfterDelivery: false });
});

const setRule = (rule: RefundRule | null) =>
  server.database.kysely
    .updateTable('games')
    .set({ refund_rule: rule && JSON.stringify(rule) })
    .where('game', '=', soldGame)
    .execute();

async function buy(): Promise<TestPurchase> {
  const purchase = await buyForTest(server, token);
  await server.sendWebhook(provider, [provider.pay(purchase.attemptId)]);
  return purchase;
}

const ask = (PublicOrderId: string, as = token) => server.client(as).store.requestRefund({ PublicOrderId });
const refusal = (code: string) => ({ status: 409, code });
const listed = async (orderId: string) => {
  const { Orders } = await server.client(token).store.orders({});
  return Orders.find(({ PublicOrderId }) => PublicOrderId === orderId);
};
const requests = (orderId: string) =>
  server.database.kysely.selectFrom('refunds').selectAll().where('order_id', '=', orderId).execute();
const grant = (orderId: string) =>
  server.database.kysely
    .updateTable('deliveries')
    .set({ state: 'acknowledged', attempts: 1 })
    .where('order_id', '=', orderId)
    .execute();

test('a purchase can be refunded while the rule allows it, and the list always shows it', async () => {
  const { orderId } = await buy();
  const until = new Date(server.clock.now.getTime() + 24 * 3_600_000).toISOString();
  expect(await listed(orderId)).toMatchObject({ RefundUntil: until });
  expect(await ask(orderId)).toEqual({ Outcome: 'Requested' });
  const onItsWay = await listed(orderId);
  expect(onItsWay).toMatchObject({ RefundRequested: true });
  expect(onItsWay).not.toHaveProperty('RefundUntil');
  await server.jobs.runDue('refund');
  const { Order, History } = await server.client(token).store.orderHistory({ PublicOrderId: orderId });
  expect(Order).toMatchObject({ Status: 'CancelledPaid', DeliveryState: 'Dropped' });
  expect(History).toContainEqual(
    expect.objectContaining({ Kind: 'refund-requested', Detail: expect.objectContaining({ reason: 'player' }) }),
  );
  expect(await ask(orderId)).toEqual({ Outcome: 'Returned' });
});

test('ten concurrent requests cause one refund', async () => {
  const { orderId } = await buy();
  const ends = await Promise.all(Array.from({ length: 10 }, () => ask(orderId)));
  expect(new Set(ends.map(({ Outcome }) => Outcome))).toEqual(new Set(['Requested']));
  expect(await requests(orderId)).toMatchObject([{ reason: 'player', amount_minor: 199 }]);
});

test('concurrent requests for several purchases stay within the monthly limit, which resets', async () => {
  const orders = [await buy(), await buy(), await buy()];
  const ends = await Promise.allSettled(orders.map(({ orderId }) => ask(orderId)));
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refusal('TooManyRefunds') });
  const left = orders[ends.findIndex(({ status }) => status === 'rejected')]?.orderId ?? '';
  expect(await listed(left)).not.toHaveProperty('RefundUntil');
  // A refund that the provider refused doesn't count against the player.
  const first = orders.find(({ orderId }) => orderId !== left);
  await server.database.kysely
    .updateTable('refunds')
    .set({ state: 'refused' })
    .where('order_id', '=', first?.orderId ?? '')
    .execute();
  expect(await ask(left)).toEqual({ Outcome: 'Requested' });
});

test('a game without a rule offers nothing', async () => {
  await setRule(null);
  const { orderId } = await buy();
  expect(await listed(orderId)).not.toHaveProperty('RefundUntil');
  await expect(ask(orderId)).rejects.toMatchObject(refusal('RefundNotOffered'));
  expect(await requests(orderId)).toEqual([]);
});

test("after the deadline, or once the game granted it, a purchase can't be refunded", async () => {
  const { orderId } = await buy();
  await grant(orderId);
  await expect(ask(orderId)).rejects.toMatchObject(refusal('RefundAfterDelivery'));
  await setRule({ WithinHours: 24, MostPerMonth: 2, AfterDelivery: true });
  const now = server.clock.now;
  server.clock.now = new Date(now.getTime() + 24 * 3_600_000);
  await expect(ask(orderId)).rejects.toMatchObject(refusal('RefundTooLate'));
  server.clock.now = now;
  expect(await ask(orderId)).toEqual({ Outcome: 'Requested' });
  await server.jobs.runDue('refund');
  const deliveries = server.database.kysely.selectFrom('deliveries').select('type').where('order_id', '=', orderId);
  expect((await deliveries.execute()).map(({ type }) => type).sort()).toEqual(['order.paid', 'order.revoked']);
});

test("a disputed purchase can't be refunded", async () => {
  const { orderId, attemptId } = await buy();
  const dispute = provider.add(attemptId, 'disputed');
  await server.sendWebhook(provider, [dispute]);
  await expect(ask(orderId)).rejects.toMatchObject(refusal('RefundNotOffered'));
  const won = { transactionId: dispute.transactionId ?? '' };
  await server.sendWebhook(provider, [provider.add(attemptId, 'dispute-won', won)]);
  expect(await ask(orderId)).toEqual({ Outcome: 'Requested' });
});

test('only the buyer can refund a purchase, in a portal session', async () => {
  const { orderId } = await buy();
  await expect(ask(orderId, server.token)).rejects.toMatchObject({ status: 404 });
  const [row] = await server.database.kysely
    .selectFrom('orders')
    .select('account_id')
    .where('order_id', '=', orderId)
    .execute();
  const bound = await server.sessions.begin(row?.account_id ?? '', { game: soldGame });
  await expect(ask(orderId, bound.token)).rejects.toMatchObject({ status: 403, code: 'SignInAgain' });
  expect(await requests(orderId)).toEqual([]);
});
