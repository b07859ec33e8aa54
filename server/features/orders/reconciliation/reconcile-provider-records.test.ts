import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { PaymentEvent } from '#model/payment-event.ts';
import { buyForTest, readOrderStatus } from '#server/testing/buy-for-test.ts';
import { createMoneyTestApp, soldGame, type MoneyTestApp } from '#server/testing/create-money-test-app.ts';
import { createTestProvider, testSecret, type TestProvider } from '#server/testing/test-provider.ts';
import { requestRefund } from '../refunds/request-refund.ts';
import { readOrdersArguments, runOrdersCommand } from '#server/features/order-admin/run-orders-command.ts';

let provider: TestProvider;
let server: MoneyTestApp;

beforeAll(async () => {
  provider = createTestProvider(0);
  server = await createMoneyTestApp([provider]);
  for (const job of server.money.jobs) await job.schedule?.();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  provider.trouble = {};
  provider.records.clear();
  server.clock.now = new Date(server.clock.now.getTime() + 5 * dayMs);
  await server.jobs.runDue();
  await server.database.kysely.deleteFrom('payment_discrepancies').execute();
  provider.calls.list = 0;
});

const dayMs = 24 * 3_600_000;

const buy = () => buyForTest(server);

async function nextDay(): Promise<void> {
  server.clock.now = new Date(server.clock.now.getTime() + dayMs);
  await server.jobs.runDue('payment-comparison');
}

const differences = async () =>
  (await server.database.kysely.selectFrom('payment_discrepancies').selectAll().execute()).map(
    ({ kind, event_kind: event, transaction_id, order_id }) => ({ kind, event, transaction_id, order_id }),
  );

const statusOf = (orderId: string) => readOrderStatus(server, orderId);

test('applies unknown payments once, and records that they were late', async () => {
  const { orderId, attemptId } = await buy();
  const { transactionId } = provider.pay(attemptId);
  await nextDay();
  expect(await statusOf(orderId)).toBe('PayedWaitingForSending');
  expect(await differences()).toEqual([
    { kind: 'applied-late', event: 'paid', transaction_id: transactionId, order_id: orderId },
  ]);
  const lines = server.logged.filter((line) => line.includes('records and ours differ') && line.includes(orderId));
  await nextDay();
  await nextDay();
  expect(await differences()).toHaveLength(1);
  expect(lines).toHaveLength(1);
  const shown: string[] = [];
  const report = (line: string): void => void shown.push(line);
  await runOrdersCommand(readOrdersArguments(['differences']), {
    orders: server.money.deps,
    report,
    confirm: async () => 'no',
    from: '.',
  });
  expect(shown).toEqual([expect.stringContaining(`applied-late  ${provider.loaded.folder}  paid  $1.99`)]);
});

test('reads the payment itself if the list has no amount', async () => {
  const { orderId, attemptId } = await buy();
  const { transactionId } = provider.pay(attemptId);
  provider.hidesAmounts = true;
  const { read } = provider.calls;
  await nextDay();
  expect(await statusOf(orderId)).toBe('PayedWaitingForSending');
  const late = { kind: 'applied-late', event: 'paid', transaction_id: transactionId, order_id: orderId };
  expect(await differences()).toEqual([late]);
  await nextDay();
  provider.hidesAmounts = false;
  expect(provider.calls.read).toBe(read + 1);
  expect(await differences()).toEqual([late]);
});

test('runs once a day, reads three days, and reports nothing without discrepancies', async () => {
  const { attemptId } = await buy();
  await server.sendWebhook(provider, [provider.pay(attemptId)]);
  await server.jobs.runDue('payment-comparison');
  expect(provider.calls.list).toBe(0);
  await nextDay();
  expect(provider.calls.list).toBe(3);
  await server.jobs.runDue('payment-comparison');
  expect(provider.calls.list).toBe(3);
  expect(await differences()).toEqual([]);
});

test('a manual refund without a webhook undoes its order', async () => {
  const { orderId, attemptId } = await buy();
  await server.sendWebhook(provider, [provider.pay(attemptId)]);
  const { transactionId } = provider.add(attemptId, 'refunded');
  await nextDay();
  expect(await statusOf(orderId)).toBe('CancelledPaid');
  expect(await differences()).toMatchObject([
    { kind: 'applied-late', event: 'refunded', transaction_id: transactionId },
  ]);
});

test('records events without an order and applies nothing', async () => {
  const { attemptId } = await buy();
  const stranger = { ...provider.pay(attemptId), attemptId: randomUUID(), providerPaymentId: 'nobody’s' };
  const book = provider.records.get(attemptId);
  book?.events.splice(0, 1, stranger);
  await nextDay();
  expect(await differences()).toMatchObject([
    { kind: 'unknown-order', transaction_id: stranger.transactionId, order_id: null },
  ]);
  const kept = await server.database.kysely
    .selectFrom('payment_events')
    .select('outcome')
    .where('dedup_key', '=', stranger.dedupKey)
    .execute();
  expect(kept).toEqual([{ outcome: 'quarantined' }]);
});

test('records mismatches, different amounts and charges unknown to the provider', async () => {
  const [wrong, other, gone] = [await buy(), await buy(), await buy()];
  provider.add(wrong.attemptId, 'paid', { amountMinor: 1 });
  await server.sendWebhook(provider, [provider.pay(other.attemptId), provider.pay(gone.attemptId)]);
  const told = provider.records.get(other.attemptId)?.events ?? [];
  const changed: PaymentEvent[] = told.map((event) => ({ ...event, amountMinor: 150 }));
  told.splice(0, told.length, ...changed);
  provider.records.get(gone.attemptId)?.events.splice(0);
  await nextDay();
  const found = await differences();
  expect(new Map(found.map(({ order_id, kind }) => [order_id, kind]))).toEqual(
    new Map([
      [wrong.orderId, 'mismatch'],
      [other.orderId, 'amount-mismatch'],
      [gone.orderId, 'missing-at-provider'],
    ]),
  );
  expect(found).toHaveLength(3);
  // A list alone changes nothing.
  expect([await statusOf(wrong.orderId), await statusOf(other.orderId), await statusOf(gone.orderId)]).toEqual([
    'WaitingForPayment',
    'PayedWaitingForSending',
    'PayedWaitingForSending',
  ]);
});

test.each([['dispute-lost', 'dispute-won'] as const, ['dispute-won', 'dispute-lost'] as const])(
  'a dispute that is %s and then %s is left to an operator, and its order stays undone',
  async (first, then) => {
    const { orderId, attemptId } = await buy();
    const told = provider.add(attemptId, first);
    const { transactionId = '' } = told;
    await server.sendWebhook(provider, [provider.pay(attemptId), told]);
    expect(await differences()).toEqual([]);
    const turned = provider.add(attemptId, then, { transactionId, dedupKey: `${then} of the same` });
    for (const event of [turned, turned, { ...turned, dedupKey: `${then} in other words` }])
      expect(await server.sendWebhook(provider, [event])).toBe(200);
    expect(await differences()).toMatchObject([
      { kind: 'dispute-reversed', event: then, transaction_id: transactionId, order_id: orderId },
    ]);
    expect(await statusOf(orderId)).toBe('CancelledPaid');
  },
);

test('a number that another provider account used is unknown here', async () => {
  const { settings } = server.money.deps;
  const own = { Secret: 'the secret of a developer', NeedsEmail: false };
  await settings.write('payments', provider.loaded.folder, own, { game: 'sky-courier' });
  onTestFinished(async () => void (await settings.remove('payments', provider.loaded.folder, 'sky-courier')));
  const planted = await buyForTest(server, server.token, 'sky-courier');
  const honest = await buy();
  const paid = provider.add(honest.attemptId, 'paid', { transactionId: 'n-9' });
  const theirName = provider.records.get(planted.attemptId)?.providerPaymentId ?? '';
  const guessed = { ...paid, attemptId: planted.attemptId, providerPaymentId: theirName };
  const { payload, headers } = provider.webhook([guessed], own.Secret);
  const url = `/api/v1/hooks/${provider.loaded.folder}/sky-courier`;
  expect((await server.app.inject({ method: 'POST', url, payload, headers })).statusCode).toBe(200);
  await nextDay();
  expect(await statusOf(honest.orderId)).toBe('PayedWaitingForSending');
  expect(await differences()).toContainEqual(
    expect.objectContaining({ kind: 'applied-late', order_id: honest.orderId }),
  );
});

test('a payment missing only in the list is not a discrepancy', async () => {
  const { attemptId } = await buy();
  await server.sendWebhook(provider, [provider.pay(attemptId)]);
  const book = provider.records.get(attemptId);
  if (!book) throw new Error('It was not opened.');
  provider.records.set(attemptId, { ...book, payment: { ...book.payment, createdAt: new Date(0) } });
  await nextDay();
  expect(await differences()).toEqual([]);
});

test('checks accepted refunds without a result', async () => {
  const { orderId, attemptId } = await buy();
  await server.sendWebhook(provider, [provider.pay(attemptId)]);
  await requestRefund(server.money.deps, orderId, { reason: 'operator' });
  provider.trouble.refund = async () => ({ outcome: 'pending', providerRefundId: 'slow one' });
  await server.jobs.runDue('refund');
  provider.records.get(attemptId)?.events.push({
    ...provider.add(attemptId, 'refund-failed', { transactionId: 'slow one' }),
    dedupKey: 'read it',
  });
  await nextDay();
  const [refund] = await server.database.kysely
    .selectFrom('refunds')
    .select('state')
    .where('order_id', '=', orderId)
    .execute();
  expect(refund?.state).toBe('refused');
});

test("a list that can't be read is retried, and each game’s settings are reconciled separately", async () => {
  provider.trouble.list = async () => Promise.reject(new Error('down'));
  server.clock.now = new Date(server.clock.now.getTime() + dayMs);
  await expect(server.jobs.runDue('payment-comparison')).rejects.toThrow('down');
  provider.trouble = {};
  provider.calls.list = 0;
  await server.jobs.runDue('payment-comparison');
  expect(provider.calls.list).toBe(3);
  const { settings } = server.money.deps;
  const own = { Secret: 'of one game', NeedsEmail: false };
  await settings.write('payments', provider.loaded.folder, own, { game: soldGame });
  await settings.write('payments', provider.loaded.folder, { ...own, Secret: testSecret });
  provider.calls.list = 0;
  await nextDay();
  expect(provider.calls.list).toBe(6);
  await settings.remove('payments', provider.loaded.folder, soldGame);
  await settings.remove('payments', provider.loaded.folder);
});
