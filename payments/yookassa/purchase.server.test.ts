// A purchase from the buyer's address to the refund, through the server's own door: what the notices of a provider that signs nothing
// can do, and what they cannot.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadDemoContent } from '#lab/demo/load-demo-content.ts';
import { loadProviders } from '#server/features/orders/providers/load-providers.ts';
import { requestRefund } from '#server/features/orders/refunds/request-refund.ts';
import { buildAccount } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { simulateVendors, type SimulatedVendors } from '#server/testing/simulated-vendors.ts';
import { simulator } from './simulator.server.ts';

const clock = { now: new Date() };
const now = () => clock.now;
const place = { at: 'http://vendors.example/lab/vendors/yookassa', hookUrl: 'http://127.0.0.1:1/', now };
let vendors: SimulatedVendors;
let server: TestApp;

beforeAll(async () => {
  vendors = await simulateVendors(now);
  const providers = (await loadProviders()).filter(({ folder }) => folder === 'yookassa');
  server = await createTestApp({ now, providers, settings: vendors.settings, vendorFetch: vendors.fetch });
  await loadDemoContent(server.database);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await vendors[Symbol.asyncDispose]();
});

const wish = { Game: 'gem-miner', Sku: 'gems-100', Currency: 'RUB', WebPublishingPlatform: 'FxId' } as const;

/** An order that waits for its buyer to pay. */
async function begin() {
  const { token } = await server.sessions.begin(await buildAccount(server.database));
  const { store } = server.client(token);
  const first = await store.createPayment(wish);
  expect(first).toMatchObject({ PersonalInfoRequirements: { EmailRequirement: { IsRequired: true } } });
  expect(first).not.toHaveProperty('Yookassa');
  const PublicOrderId = first.TransactionId;
  const OrderPersonalInfo = { Email: 'grace@example.com', IsAutoConfirm: false };
  expect(await store.updateOrderPi({ PublicOrderId, OrderPersonalInfo })).toEqual({ Success: true });
  const { Yookassa } = await store.createPayment({ ...wish, PublicOrderId });
  expect(Yookassa).toMatchObject({ Redirect: false, ConfirmationToken: expect.stringMatching(/./) });
  const { attempt_id: attemptId } = await server.database.kysely
    .selectFrom('payment_attempts')
    .select('attempt_id')
    .where('order_id', '=', PublicOrderId)
    .executeTakeFirstOrThrow();
  return { orderId: PublicOrderId, attemptId };
}

async function notify(body: string, remoteAddress = '127.0.0.1'): Promise<number> {
  // Nobody looks twice within a few seconds.
  clock.now = new Date(clock.now.getTime() + 10_000);
  const headers = { 'content-type': 'application/json' };
  const url = '/api/v1/hooks/yookassa';
  return (await server.app.inject({ method: 'POST', url, headers, payload: body, remoteAddress })).statusCode;
}

async function statusOf(orderId: string): Promise<string> {
  const { kysely } = server.database;
  return (await kysely.selectFrom('orders').select('status').where('order_id', '=', orderId).executeTakeFirstOrThrow())
    .status;
}

it('is paid when the books say so, whoever says what else', async () => {
  const { orderId, attemptId } = await begin();
  const forged = JSON.stringify({
    type: 'notification',
    event: 'payment.succeeded',
    object: { id: 'x', status: 'succeeded', paid: true, metadata: { attempt_id: attemptId } },
  });
  expect(await notify(forged)).toBe(200);
  expect(await statusOf(orderId)).toBe('WaitingForPayment');
  const [notice] = await simulator.act('pay', { attemptId }, place);
  if (!notice) throw new Error('The simulation tells nothing about a payment.');
  expect(await notify(notice.body, '203.0.113.9')).toBe(400);
  expect(await statusOf(orderId)).toBe('WaitingForPayment');
  expect(await notify(notice.body)).toBe(200);
  expect(await notify(notice.body)).toBe(200);
  expect(await statusOf(orderId)).toBe('PayedWaitingForSending');
});

it('gives money back with a receipt for the same buyer', async () => {
  const { orderId, attemptId } = await begin();
  for (const { body } of await simulator.act('pay', { attemptId }, place)) await notify(body);
  expect(await requestRefund(server.money.deps, orderId, { reason: 'operator' })).toMatchObject({
    outcome: 'requested',
    amountMinor: 14_900,
  });
  await server.jobs.runDue('refund');
  expect(await statusOf(orderId)).toBe('CancelledPaid');
});

it('hears of a refund that was made in the cabinet', async () => {
  const { orderId, attemptId } = await begin();
  for (const { body } of await simulator.act('pay', { attemptId }, place)) await notify(body);
  for (const { body } of await simulator.act('refund', { attemptId }, place)) expect(await notify(body)).toBe(200);
  expect(await statusOf(orderId)).toBe('CancelledPaid');
});

it('finds the money without any notice', async () => {
  const { orderId, attemptId } = await begin();
  await simulator.act('pay', { attemptId }, place);
  clock.now = new Date(clock.now.getTime() + 30_000);
  await server.jobs.runDue();
  expect(await statusOf(orderId)).toBe('PayedWaitingForSending');
});
