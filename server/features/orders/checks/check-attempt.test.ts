import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startJobs } from '#server/jobs/jobs.ts';
import { createDeferredQueue } from '#server/jobs/deferred-queue.ts';
import { buildAccount } from '#server/testing/build-accounts.ts';
import { buyForTest, readOrderStatus } from '#server/testing/buy-for-test.ts';
import { createMoneyTestApp, soldGame, soldSku, type MoneyTestApp } from '#server/testing/create-money-test-app.ts';
import { eventually } from '#server/testing/eventually.ts';
import { createTestProvider, type TestProvider } from '#server/testing/test-provider.ts';
import { findOrCreateAttempt } from '../attempts/find-or-create-attempt.ts';
import { checkAttempt } from './check-attempt.ts';
import { enqueueAttemptCheck } from './enqueue-checks.ts';
import { createOrdersModule } from '../create-orders-module.ts';
import { openAttempt } from '../attempts/open-attempt.ts';
import { requestRefund } from '../refunds/request-refund.ts';
import { requireProviderAccount } from '../providers/provider-account.ts';

let provider: TestProvider;
let server: MoneyTestApp;

beforeAll(async () => {
  provider = createTestProvider(0);
  server = await createMoneyTestApp([provider]);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  provider.trouble = {};
  pass(60 * 24 * 60);
  await server.jobs.runDue();
  Object.assign(provider.calls, { open: 0, read: 0, cancel: 0, refund: 0 });
  provider.refuses = false;
});

const pass = (seconds: number): void => {
  server.clock.now = new Date(server.clock.now.getTime() + seconds * 1000);
};

const buy = () => buyForTest(server);

const attemptOf = (orderId: string) =>
  server.database.kysely
    .selectFrom('payment_attempts')
    .select(['attempt_id as attemptId', 'state'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();

const statusOf = (orderId: string) => readOrderStatus(server, orderId);

test('checks often at first and then more rarely, and finds the payment', async () => {
  const { orderId, attemptId } = await buy();
  const seen: number[] = [];
  for (const seconds of [29, 1, 90, 180, 600, 2700, 7200, 32_400]) {
    pass(seconds);
    await server.jobs.runDue();
    seen.push(provider.calls.read);
  }
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  provider.pay(attemptId);
  pass(13 * 3600);
  await server.jobs.runDue();
  expect(await statusOf(orderId)).toBe('PayedWaitingForSending');
  const { read } = provider.calls;
  pass(48 * 3600);
  await server.jobs.runDue();
  expect(provider.calls.read).toBe(read);
});

test('missed checks are skipped', async () => {
  await buy();
  pass(2 * 3600);
  await server.jobs.runDue();
  expect(provider.calls.read).toBe(1);
});

test('expires an order after its deadline if the provider reports no payment', async () => {
  const { orderId } = await buy();
  pass(24 * 3600 + 599);
  await server.jobs.runDue('order-expiry');
  expect(await statusOf(orderId)).toBe('WaitingForPayment');
  pass(1);
  await server.jobs.runDue('order-expiry');
  expect(await statusOf(orderId)).toBe('Cancelled');
});

test('never expires an order while the provider is unreachable', async () => {
  const { orderId } = await buy();
  provider.trouble.read = async () => Promise.reject(new Error('down'));
  pass(30 * 3600);
  for (let times = 0; times < 3; times += 1) {
    await expect(server.jobs.runDue('order-expiry')).rejects.toThrow('down');
    expect(await statusOf(orderId)).toBe('WaitingForPayment');
  }
  provider.trouble = {};
  await server.jobs.runDue('order-expiry');
  expect(await statusOf(orderId)).toBe('Cancelled');
});

test('finds a payment a day after the order expired, and delivers', async () => {
  const { orderId, attemptId } = await buy();
  pass(24 * 3600 + 600);
  await server.jobs.runDue();
  expect(await statusOf(orderId)).toBe('Cancelled');
  provider.pay(attemptId);
  pass(24 * 3600);
  await server.jobs.runDue();
  expect(await statusOf(orderId)).toBe('PayedWaitingForSending');
});

test('an order without a payment expires too', async () => {
  const accountId = await buildAccount(server.database);
  const { token } = await server.sessions.begin(accountId);
  const { PublicOrderId } = await server.client(token).store.createOrder({ Game: soldGame, Sku: soldSku });
  pass(24 * 3600 + 600);
  await server.jobs.runDue();
  expect(await statusOf(PublicOrderId)).toBe('Cancelled');
});

test('an attempt whose opening got no response is opened by the next check, as the same payment', async () => {
  const before = provider.records.size;
  provider.trouble.open = async () => Promise.reject(new Error('the line broke'));
  await expect(buy()).rejects.toMatchObject({ code: 'ProviderUnavailable' });
  provider.trouble = {};
  pass(30);
  await server.jobs.runDue('payment-check');
  expect(provider.records.size - before).toBe(1);
  const last = await server.database.kysely
    .selectFrom('payment_attempts')
    .select('state')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  expect(last?.state).toBe('open');
});

describe('an attempt without a response', () => {
  const dayS = 24 * 3600;

  async function buyInVain() {
    provider.trouble.open = async () => Promise.reject(new Error('the line broke'));
    const accountId = await buildAccount(server.database);
    const { token } = await server.sessions.begin(accountId);
    const request = { Game: soldGame, Sku: soldSku, WebPublishingPlatform: 'FxId' } as const;
    const { store } = server.client(token);
    const { PublicOrderId: orderId } = await store.createOrder({ Game: soldGame, Sku: soldSku });
    const pay = () => store.createPayment({ ...request, PublicOrderId: orderId });
    await expect(pay()).rejects.toMatchObject({ code: 'ProviderUnavailable' });
    return { orderId, pay, attemptId: (await attemptOf(orderId)).attemptId };
  }

  describe.each([
    ['of a provider that is searched by our id', undefined],
    ['of one that knows its own names alone', true as const],
  ])('%s', (_, needsProviderId) => {
    beforeEach(() => {
      Object.assign(provider.loaded.adapter, { needsProviderId });
    });

    test('ends with its order and is never opened again', async () => {
      const { orderId, pay } = await buyInVain();
      pass(dayS + 600);
      provider.trouble = {};
      await server.jobs.runDue('order-expiry');
      expect(await statusOf(orderId)).toBe('Cancelled');
      expect((await attemptOf(orderId)).state).toBe('expired');
      expect(provider.calls).toMatchObject({ cancel: needsProviderId ? 1 : 0 });
      await expect(pay()).rejects.toMatchObject({ code: 'Conflict' });
      pass(dayS);
      await server.jobs.runDue();
    });

    test('ends if the provider stays unreachable for another day, and a late payment still counts', async () => {
      const { orderId, attemptId } = await buyInVain();
      provider.trouble.read = async () => Promise.reject(new Error('down'));
      pass(dayS + 600);
      await expect(server.jobs.runDue('order-expiry')).rejects.toThrow(needsProviderId ? 'the line broke' : 'down');
      expect(await statusOf(orderId)).toBe('Created');
      pass(dayS);
      const looks = server.jobs.runDue('order-expiry');
      // If there is something to check, the check for late payments still runs.
      if (needsProviderId) await looks;
      else await expect(looks).rejects.toThrow('down');
      expect(await statusOf(orderId)).toBe('Cancelled');
      expect((await attemptOf(orderId)).state).toBe('expired');
      expect(server.logged.some((line) => line.includes('could not be opened') && line.includes(attemptId))).toBe(true);
      await server.sendWebhook(provider, [provider.pay(attemptId)]);
      expect(await statusOf(orderId)).toBe('PayedWaitingForSending');
    });
  });

  test('ends if the provider rejects an unknown payment', async () => {
    Object.assign(provider.loaded.adapter, { needsProviderId: true });
    const { orderId } = await buyInVain();
    pass(dayS + 600);
    provider.refuses = true;
    await server.jobs.runDue('order-expiry');
    expect(await statusOf(orderId)).toBe('Cancelled');
    expect((await attemptOf(orderId)).state).toBe('failed');
  });

  test('ends if its request was deleted with the account', async () => {
    Object.assign(provider.loaded.adapter, { needsProviderId: true });
    const { orderId, attemptId } = await buyInVain();
    await server.database.kysely
      .updateTable('payment_attempts')
      .set({ sealed_request: null })
      .where('attempt_id', '=', attemptId)
      .execute();
    pass(dayS + 600);
    await server.jobs.runDue('order-expiry');
    expect(await statusOf(orderId)).toBe('Cancelled');
    expect((await attemptOf(orderId)).state).toBe('expired');
  });

  afterEach(() => {
    Object.assign(provider.loaded.adapter, { needsProviderId: undefined });
  });
});

test("an attempt that can't be read does not prevent finding the payment of another", async () => {
  const { orderId, attemptId } = await buy();
  await server.database.kysely
    .updateTable('payment_attempts')
    .set({ expires_at: new Date(0) })
    .where('attempt_id', '=', attemptId)
    .execute();
  const { deps } = server.money;
  const params = {
    orderId,
    buyerName: 'B',
    callerAddress: '203.0.113.7',
    locale: 'en',
    wantsRedirect: false,
    returnUrl: '/',
  } as const;
  const second = await findOrCreateAttempt(
    deps,
    await requireProviderAccount(deps, provider.loaded.folder, soldGame),
    params,
  );
  await openAttempt(deps, second);
  provider.pay(second.attempt_id);
  let reads = 0;
  provider.trouble.read = async () => {
    reads += 1;
    if (reads === 1) throw new Error('down');
  };
  pass(26 * 3600);
  await expect(server.jobs.runDue('order-expiry')).rejects.toThrow('down');
  expect(await statusOf(orderId)).toBe('PayedWaitingForSending');
});

test('a call during a check triggers another one, and a request to cancel is not lost', async () => {
  const { attemptId } = await buy();
  const { deps } = server.money;
  const line = Promise.withResolvers<void>();
  provider.trouble.read = () => line.promise;
  const looks = [checkAttempt(deps, attemptId)];
  await expect.poll(() => provider.calls.read).toBe(1);
  for (let word = 0; word < 5; word += 1) looks.push(checkAttempt(deps, attemptId));
  looks.push(checkAttempt(deps, attemptId, { cancel: true }));
  await expect.poll(() => provider.calls).toMatchObject({ read: 2, cancel: 1 });
  line.resolve();
  await Promise.all(looks);
  expect(provider.calls).toMatchObject({ read: 3, cancel: 1 });
});

test("ends the attempt if the provider reports that it can't be paid any more", async () => {
  const { orderId, attemptId } = await buy();
  const book = provider.records.get(attemptId);
  if (book) book.isOver = true;
  pass(30);
  await server.jobs.runDue('payment-check');
  expect(await statusOf(orderId)).toBe('Cancelled');
  expect((await attemptOf(orderId)).state).toBe('expired');
});

test('jobs are scheduled if there is a queue', async () => {
  const log = pino({ level: 'silent' });
  const queue = createDeferredQueue();
  const queued = createOrdersModule({ ...server.money.deps, jobs: queue, now: () => new Date() });
  const jobs = await startJobs(server.database.connection, { definitions: queued.jobs, log });
  onTestFinished(() => jobs.stop());
  queue.start(jobs);
  await jobs.work();
  const { orderId, attemptId } = await buy();
  provider.pay(attemptId);
  const order = await server.database.kysely
    .selectFrom('orders')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  await enqueueAttemptCheck(queued.deps, order);
  await eventually(async () => (await statusOf(orderId)) === 'PayedWaitingForSending');
  await requestRefund(queued.deps, orderId, { reason: 'operator' });
  await eventually(async () => (await statusOf(orderId)) === 'CancelledPaid');
});
