import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buyForTest } from '#server/testing/buy-for-test.ts';
import { createMoneyTestApp, type MoneyTestApp } from '#server/testing/create-money-test-app.ts';
import { createTestProvider, type TestProvider } from '#server/testing/test-provider.ts';
import { sendRefundToProvider } from './send-refund-to-provider.ts';
import { requestRefund } from './request-refund.ts';

let provider: TestProvider;
let server: MoneyTestApp;

beforeAll(async () => {
  provider = createTestProvider(0);
  server = await createMoneyTestApp([provider]);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  provider.trouble = {};
});

async function buyPaid() {
  const bought = await buyForTest(server);
  await server.sendWebhook(provider, [provider.pay(bought.attemptId)]);
  return bought;
}

const read = async (orderId: string) => {
  const { kysely } = server.database;
  const order = await kysely.selectFrom('orders').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow();
  const refunds = await kysely.selectFrom('refunds').selectAll().where('order_id', '=', orderId).execute();
  const deliveries = await kysely.selectFrom('deliveries').selectAll().where('order_id', '=', orderId).execute();
  return { status: order.status, refunds, deliveries };
};

const byOperator = { reason: 'operator' } as const;

test('a full refund by an operator undoes the order and drops an unsent delivery', async () => {
  const { orderId } = await buyPaid();
  const asked = await Promise.all(
    Array.from({ length: 5 }, () => requestRefund(server.money.deps, orderId, byOperator)),
  );
  expect(asked.filter(({ outcome }) => outcome === 'requested')).toHaveLength(1);
  await server.jobs.runDue('refund');
  const { status, refunds, deliveries } = await read(orderId);
  expect(status).toBe('CancelledPaid');
  expect(refunds).toMatchObject([{ state: 'done', amount_minor: 199 }]);
  expect(deliveries).toMatchObject([{ type: 'order.paid', state: 'dropped' }]);
  expect(await requestRefund(server.money.deps, orderId, byOperator)).toEqual({ outcome: 'nothing-to-refund' });
});

test('a partial refund undoes nothing; never more is refunded than was charged', async () => {
  const { orderId } = await buyPaid();
  await requestRefund(server.money.deps, orderId, { ...byOperator, amountMinor: 99 });
  await server.jobs.runDue('refund');
  expect((await read(orderId)).status).toBe('PayedWaitingForSending');
  const rest = await requestRefund(server.money.deps, orderId, { reason: 'undeliverable', amountMinor: 500 });
  expect(rest).toMatchObject({ outcome: 'requested', amountMinor: 100 });
  await server.jobs.runDue('refund');
  expect((await read(orderId)).status).toBe('CancelledPaid');
});

test('a refund whose answer is lost is sent again as the same one', async () => {
  const { orderId, attemptId } = await buyPaid();
  await requestRefund(server.money.deps, orderId, byOperator);
  provider.trouble.refund = async () => Promise.reject(new Error('the line broke'));
  await expect(server.jobs.runDue('refund')).rejects.toThrow('the line broke');
  expect((await read(orderId)).refunds).toMatchObject([{ state: 'requested' }]);
  provider.trouble = {};
  await server.jobs.runDue('refund');
  expect((await read(orderId)).refunds).toMatchObject([{ state: 'done' }]);
  expect(provider.records.get(attemptId)?.events.filter(({ kind }) => kind === 'refunded')).toHaveLength(1);
});

test('if a node dies before it records a refund, another node records it', async () => {
  const { orderId, attemptId } = await buyPaid();
  const asked = await requestRefund(server.money.deps, orderId, byOperator);
  const refundId = asked.outcome === 'requested' ? asked.refundId : '';
  const dying = {
    ...server.money.deps,
    get takesTestMoney(): boolean {
      throw new Error('the node dies');
    },
  };
  await expect(sendRefundToProvider(dying, refundId)).rejects.toThrow('the node dies');
  expect(provider.records.get(attemptId)?.events.map(({ kind }) => kind)).toEqual(['paid', 'refunded']);
  await server.jobs.runDue('refund');
  expect(await read(orderId)).toMatchObject({ status: 'CancelledPaid', refunds: [{ state: 'done' }] });
});

test('of two refunds of the same amount each is sent', async () => {
  const { orderId, attemptId } = await buyPaid();
  const part = { amountMinor: 50 };
  await requestRefund(server.money.deps, orderId, { ...byOperator, ...part });
  await requestRefund(server.money.deps, orderId, { reason: 'undeliverable', ...part });
  // The newer one is sent first.
  const { refunds } = await read(orderId);
  for (const { refund_id: refundId } of refunds.toReversed()) await sendRefundToProvider(server.money.deps, refundId);
  expect((await read(orderId)).refunds).toMatchObject([{ state: 'done' }, { state: 'done' }]);
  expect(provider.records.get(attemptId)?.events.filter(({ kind }) => kind === 'refunded')).toHaveLength(2);
});

test('a pending refund is done when the provider reports it', async () => {
  const { orderId, attemptId } = await buyPaid();
  await requestRefund(server.money.deps, orderId, byOperator);
  provider.trouble.refund = async () => ({ outcome: 'pending', providerRefundId: 'later' });
  await server.jobs.runDue('refund');
  expect((await read(orderId)).refunds).toMatchObject([{ state: 'sent', provider_refund_id: 'later' }]);
  provider.add(attemptId, 'refunded', { transactionId: 'later' });
  server.clock.now = new Date(server.clock.now.getTime() + 10 * 60_000);
  await server.jobs.runDue('payment-check');
  expect(await read(orderId)).toMatchObject({ status: 'CancelledPaid', refunds: [{ state: 'done' }] });
});

test('a rejected refund is left to an operator, who may request it again', async () => {
  const { orderId } = await buyPaid();
  await requestRefund(server.money.deps, orderId, byOperator);
  provider.trouble.refund = async () => ({ outcome: 'refused', reason: 'too late' });
  await server.jobs.runDue('refund');
  expect(await read(orderId)).toMatchObject({ status: 'PayedWaitingForSending', refunds: [{ state: 'refused' }] });
  expect(server.logged.some((line) => line.includes('A refund was refused'))).toBe(true);
  provider.trouble = {};
  expect(await requestRefund(server.money.deps, orderId, byOperator)).toMatchObject({ outcome: 'requested' });
  await server.jobs.runDue('refund');
  expect((await read(orderId)).status).toBe('CancelledPaid');
});

test('a lost dispute undoes the order and is revoked at the game if it was delivered', async () => {
  const { orderId, attemptId } = await buyPaid();
  await server.database.kysely.updateTable('deliveries').set({ attempts: 1 }).where('order_id', '=', orderId).execute();
  await server.sendWebhook(provider, [provider.add(attemptId, 'disputed')]);
  expect((await read(orderId)).status).toBe('PayedWaitingForSending');
  await server.sendWebhook(provider, [provider.add(attemptId, 'dispute-lost')]);
  const { status, deliveries, refunds } = await read(orderId);
  expect(status).toBe('CancelledPaid');
  expect(deliveries.map(({ type }) => type).sort()).toEqual(['order.paid', 'order.revoked']);
  expect(refunds).toEqual([]);
});

test('a refund that fails later at the provider counts as rejected, alerts an operator, and can be requested again', async () => {
  const { orderId, attemptId } = await buyPaid();
  await requestRefund(server.money.deps, orderId, byOperator);
  provider.trouble.refund = async () => ({ outcome: 'pending', providerRefundId: 'slow' });
  await server.jobs.runDue('refund');
  expect(await requestRefund(server.money.deps, orderId, byOperator)).toEqual({ outcome: 'nothing-to-refund' });
  provider.add(attemptId, 'refund-failed', { transactionId: 'slow' });
  server.clock.now = new Date(server.clock.now.getTime() + 24 * 3_600_000);
  await server.jobs.runDue('payment-check');
  expect(await read(orderId)).toMatchObject({ status: 'PayedWaitingForSending', refunds: [{ state: 'refused' }] });
  expect(server.logged.some((line) => line.includes('Refunded money was returned') && line.includes(orderId))).toBe(
    true,
  );
  provider.trouble = {};
  expect(await requestRefund(server.money.deps, orderId, byOperator)).toMatchObject({ amountMinor: 199 });
  await server.jobs.runDue('refund');
  const { status, refunds } = await read(orderId);
  expect(status).toBe('CancelledPaid');
  expect(refunds.map(({ state }) => state).sort()).toEqual(['done', 'refused']);
});

test.each([
  ['told as it happened', ['refunded', 'refund-failed']],
  ['told the other way round', ['refund-failed', 'refunded']],
] as const)('a refund that failed after it was done, %s, is owed again', async (_, kinds) => {
  const { orderId, attemptId } = await buyPaid();
  const asked = await requestRefund(server.money.deps, orderId, byOperator);
  const refundId = asked.outcome === 'requested' ? asked.refundId : '';
  provider.trouble.refund = async () => ({ outcome: 'pending' });
  await server.jobs.runDue('refund');
  for (const kind of kinds)
    await server.sendWebhook(provider, [
      provider.add(attemptId, kind, { transactionId: `late ${attemptId}`, refundId }),
    ]);
  expect(await read(orderId)).toMatchObject({ status: 'CancelledPaid', refunds: [{ state: 'refused' }] });
  expect(await requestRefund(server.money.deps, orderId, byOperator)).toMatchObject({ amountMinor: 199 });
});

test('of two open refunds of one amount, a webhook that arrives before the response completes its own', async () => {
  const { orderId, attemptId } = await buyPaid();
  const ids: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    const asked = await requestRefund(server.money.deps, orderId, { ...byOperator, amountMinor: 50 });
    if (asked.outcome === 'requested') ids.push(asked.refundId);
  }
  const [first = '', second = ''] = ids;
  const told = { refundId: second, transactionId: 'the younger one', amountMinor: 50 };
  await server.sendWebhook(provider, [provider.add(attemptId, 'refunded', told)]);
  const stateOf = async (id: string) => (await read(orderId)).refunds.find(({ refund_id }) => refund_id === id)?.state;
  expect([await stateOf(first), await stateOf(second)]).toEqual(['requested', 'done']);
  await server.jobs.runDue('refund');
  expect(await stateOf(first)).toBe('done');
  expect(provider.records.get(attemptId)?.events.filter(({ kind }) => kind === 'refunded')).toHaveLength(2);
});

test('a manual refund is not repeated, and at most the rest is refunded', async () => {
  const { orderId, attemptId } = await buyPaid();
  await requestRefund(server.money.deps, orderId, byOperator);
  await server.sendWebhook(provider, [provider.add(attemptId, 'refunded', { amountMinor: 50 })]);
  await server.jobs.runDue('refund');
  const { status, refunds } = await read(orderId);
  expect(status).toBe('CancelledPaid');
  expect(refunds.map(({ amount_minor, state }) => [amount_minor, state])).toEqual([
    [199, 'refused'],
    [149, 'done'],
  ]);
  const whole = await buyPaid();
  await requestRefund(server.money.deps, whole.orderId, byOperator);
  const { refund: before } = provider.calls;
  await server.sendWebhook(provider, [provider.add(whole.attemptId, 'refunded')]);
  await server.jobs.runDue('refund');
  expect(await read(whole.orderId)).toMatchObject({ status: 'CancelledPaid', refunds: [{ state: 'done' }] });
  expect(provider.calls.refund).toBe(before);
});

test("a partial refund isn't requested from a provider that supports only full refunds", async () => {
  const { orderId } = await buyPaid();
  const [own] = server.money.deps.providers;
  if (!own) throw new Error('There is no provider.');
  const adapter = { ...own.adapter, fullRefundsOnly: { remedy: 'Do it in the cabinet.' } };
  const deps = { ...server.money.deps, providers: [{ ...own, adapter }] };
  expect(await requestRefund(deps, orderId, { ...byOperator, amountMinor: 50 })).toEqual({
    outcome: 'full-refund-only',
    provider: own.manifest.title,
    remedy: 'Do it in the cabinet.',
  });
  expect(await requestRefund(deps, orderId, byOperator)).toMatchObject({ outcome: 'requested', amountMinor: 199 });
});
