// Aghanim has no idempotency keys and creates an order for every request. Even when responses are lost, a buyer who
// pays one attempt twice gets the second payment back. Runs in a separate process because the simulator keeps its
// records in memory.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findOrCreateAttempt } from '#server/features/orders/attempts/find-or-create-attempt.ts';
import { openAttempt } from '#server/features/orders/attempts/open-attempt.ts';
import { createOrder } from '#server/features/orders/ordering/create-order.ts';
import type { OrdersDeps } from '#server/features/orders/orders-deps.ts';
import { loadProviders, type LoadedProvider } from '#server/features/orders/providers/load-providers.ts';
import { createSingleFlight } from '#server/features/orders/concurrency/single-flight.ts';
import { buildOrderRequest, readOrderStatus } from '#server/testing/buy-for-test.ts';
import { createMoneyTestApp, type MoneyTestApp } from '#server/testing/create-money-test-app.ts';
import { simulateVendors, type SimulatedVendors } from '#server/testing/simulated-vendors.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import { readSimulatorSettings } from '../simulator-portal.server.ts';
import { simulator } from './simulator.server.ts';
import { requireProviderAccount } from '#server/features/orders/providers/provider-account.ts';

let vendors: SimulatedVendors;
let server: MoneyTestApp;
const made: string[] = [];
let losesAnswers = false;
/** Responses are held back until this many orders exist. */
let waitsFor = 0;

const isAghanim = (each: LoadedProvider): each is Extract<LoadedProvider, { family: 'payments' }> =>
  each.family === 'payments' && each.folder === 'aghanim';
const providers = (await loadProviders()).filter(isAghanim);

beforeAll(async () => {
  const clock = { now: new Date() };
  vendors = await simulateVendors(() => clock.now);
  const vendorFetch: SafeFetch = async (address, options) => {
    const answer = await vendors.fetch(address, options);
    if (options?.method === 'POST' && address.endsWith('/v1/orders')) {
      made.push((JSON.parse(answer.body.toString()) as { order_id: string }).order_id);
      await vi.waitUntil(() => made.length >= waitsFor);
      if (losesAnswers) throw new Error('The connection was lost.');
    }
    return answer;
  };
  const loaded = providers.map((each) => ({ loaded: each, settings: {} }));
  server = await createMoneyTestApp(loaded, { clock, providers, settings: vendors.settings, vendorFetch });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await vendors[Symbol.asyncDispose]();
});

const at = 'http://vendors.example/lab/vendors/aghanim';
const { ApiKey, WebhookSecrets } = readSimulatorSettings<{ ApiKey: string; WebhookSecrets: readonly string[] }>(
  simulator,
);

async function begin() {
  made.length = 0;
  losesAnswers = false;
  waitsFor = 0;
  const order = await createOrder(server.money.deps, await buildOrderRequest(server));
  const attempt = await findOrCreateAttempt(
    server.money.deps,
    await requireProviderAccount(server.money.deps, 'aghanim', order.game),
    {
      orderId: order.order_id,
      buyerName: 'B',
      callerAddress: '203.0.113.7',
      locale: 'en',
      wantsRedirect: false,
      returnUrl: 'https://portal.example/Store/Return/1',
    },
  );
  return { attempt, orderId: order.order_id, status: () => readOrderStatus(server, order.order_id) };
}

const open = async (deps: OrdersDeps, attempt: Awaited<ReturnType<typeof begin>>['attempt']) => {
  const opened = await openAttempt(deps, attempt);
  return opened.outcome === 'opened' ? opened.redirectUrl : undefined;
};

async function pay(aghanimOrder: string): Promise<number> {
  const body = String(new URLSearchParams({ token: aghanimOrder, how: 'pay' }));
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return (await vendors.fetch(`${at}/pay`, { method: 'POST', headers, body })).status;
}

async function payAndTell(aghanimOrder: string): Promise<void> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const form = String(new URLSearchParams({ payment: aghanimOrder, act: 'pay' }));
  await vendors.fetch(`${at}/act`, { method: 'POST', headers, body: form });
  const seconds = Math.floor(server.clock.now.getTime() / 1000);
  const event_data = { id: aghanimOrder };
  const body = JSON.stringify({
    event_type: 'order.paid',
    event_data,
    event_id: `whevt_${aghanimOrder}`,
    sandbox: true,
  });
  const signature = createHmac('sha256', WebhookSecrets[0] ?? '')
    .update(`${seconds}.${body}`)
    .digest('hex');
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/v1/hooks/aghanim',
    payload: body,
    headers: { 'x-aghanim-signature': signature, 'x-aghanim-signature-timestamp': String(seconds) },
  });
  expect(answer.statusCode).toBe(200);
}

async function fetchProviderRecords(aghanimOrder: string) {
  const headers = { authorization: `Bearer ${ApiKey}` };
  const { body } = await vendors.fetch(`${at}/v1/orders/${aghanimOrder}`, { headers });
  return JSON.parse(body.toString()) as { status: string; expires_at: number };
}

const pass = (seconds: number): void => {
  server.clock.now = new Date(server.clock.now.getTime() + seconds * 1000);
};

test('after a lost response the buyer gets a second order, and the first stays unused', async () => {
  const { attempt, status } = await begin();
  losesAnswers = true;
  await expect(open(server.money.deps, attempt)).rejects.toThrow('lost');
  losesAnswers = false;
  pass(31);
  // The scheduled payment check creates a second order, and the returning buyer gets that one.
  await server.jobs.runDue('payment-check');
  expect(made).toHaveLength(2);
  expect(await open(server.money.deps, attempt)).toBe(`${at}/order/${made[1]}`);
  expect(made).toHaveLength(2);
  expect(await status()).toBe('WaitingForPayment');
});

test('two nodes that request an order at the same time offer one, and the other is closed', async () => {
  const { attempt } = await begin();
  waitsFor = 2;
  const { deps } = server.money;
  const ends = await Promise.all([open(deps, attempt), open({ ...deps, opening: createSingleFlight() }, attempt)]);
  expect(made).toHaveLength(2);
  const [given] = ends;
  expect(ends).toEqual([given, given]);
  const closed = made.find((order) => !given?.endsWith(order)) ?? '';
  expect((await fetchProviderRecords(closed)).expires_at).toBeLessThanOrEqual(server.clock.now.getTime() / 1000);
  expect(await pay(closed)).toBe(400);
});

test('an order that was paid although its response was lost is found, and no other is created', async () => {
  const { attempt, status } = await begin();
  losesAnswers = true;
  await expect(open(server.money.deps, attempt)).rejects.toThrow('lost');
  losesAnswers = false;
  const place = { at, hookUrl: '', now: () => server.clock.now };
  await simulator.act('pay', { attemptId: attempt.attempt_id }, place);
  pass(31);
  await server.jobs.runDue('payment-check');
  expect(made).toHaveLength(1);
  expect(await status()).toBe('PayedWaitingForSending');
});

test('if both of two orders are paid, one pays and the other is refunded as an overpayment', async () => {
  const { attempt, orderId, status } = await begin();
  losesAnswers = true;
  await expect(open(server.money.deps, attempt)).rejects.toThrow('lost');
  losesAnswers = false;
  await open(server.money.deps, attempt);
  const [first = '', second = ''] = made;
  await payAndTell(second);
  expect(await status()).toBe('PayedWaitingForSending');
  await payAndTell(first);
  await server.jobs.runDue('refund');
  const states = [(await fetchProviderRecords(first)).status, (await fetchProviderRecords(second)).status];
  expect(states.toSorted()).toEqual(['paid', 'refunded']);
  expect(await status()).toBe('PayedWaitingForSending');
  const ledger = await server.database.kysely
    .selectFrom('ledger')
    .select(['kind', 'is_overpayment'])
    .where('order_id', '=', orderId)
    .orderBy('kind')
    .execute();
  expect(ledger).toEqual([
    { kind: 'charged', is_overpayment: false },
    { kind: 'charged', is_overpayment: false },
    { kind: 'refunded', is_overpayment: true },
  ]);
});

test('the portal’s call is answered from our own row, and Aghanim is queried once in the background, however often it is called', async () => {
  const { attempt, orderId } = await begin();
  await open(server.money.deps, attempt);
  const { account_id: accountId } = await server.database.kysely
    .selectFrom('orders')
    .select('account_id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const { token } = await server.sessions.begin(accountId ?? '');
  const ask = (as = token) => server.client(as).aghanim.status({ PublicOrderId: orderId });
  await simulator.act('pay', { attemptId: attempt.attempt_id }, { at, hookUrl: '', now: () => server.clock.now });
  const replies = await Promise.all(Array.from({ length: 10 }, () => ask()));
  expect(new Set(replies.map(({ Status }) => Status))).toEqual(new Set(['Created']));
  await expect(ask(server.token)).rejects.toMatchObject({ status: 404 });
  const reads = await server.jobs.runDue('payment-check');
  expect(reads).toBe(1);
  expect(await ask()).toEqual({ Status: 'Payed' });
});
