// Purchases and refunds with every provider that has a simulator: the production adapter over the provider's protocol,
// signed webhooks, and the provider's records if a webhook is lost. In a process of its own, because the simulators
// keep state in memory.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaymentSimulator, SimulatedWebhook } from '#payments/simulator-port.server.ts';
import { buildAccount } from '#server/testing/build-accounts.ts';
import { createMoneyTestApp, soldGame, soldSku, type MoneyTestApp } from '#server/testing/create-money-test-app.ts';
import { simulateVendors, type SimulatedVendors } from '#server/testing/simulated-vendors.ts';
import { loadProviders, type LoadedProvider } from './providers/load-providers.ts';
import { requestRefund } from './refunds/request-refund.ts';

let vendors: SimulatedVendors;
let server: MoneyTestApp;
const isProvider = (each: LoadedProvider): each is Extract<LoadedProvider, { family: 'payments' }> =>
  each.family === 'payments';
const providers = (await loadProviders()).filter(isProvider);

beforeAll(async () => {
  const clock = { now: new Date() };
  vendors = await simulateVendors(() => clock.now);
  server = await createMoneyTestApp(
    providers.map((loaded) => ({ loaded, settings: {} })),
    { clock, providers, settings: vendors.settings, vendorFetch: vendors.fetch },
  );
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await vendors[Symbol.asyncDispose]();
});

const origin = 'http://vendors.example';
const placeOf = (folder: string) => ({
  at: `${origin}/lab/vendors/${folder}`,
  hookUrl: `${origin}/api/v1/hooks/${folder}`,
  readPage: async (url: string) => (await server.app.inject(new URL(url).pathname)).body,
  now: () => server.clock.now,
});

async function simulatorOf(folder: string): Promise<PaymentSimulator> {
  return ((await import(`#payments/${folder}/simulator.server.ts`)) as { simulator: PaymentSimulator }).simulator;
}

async function buy({ folder, manifest }: (typeof providers)[number]) {
  const accountId = await buildAccount(server.database, { name: 'Buyer', email: 'buyer@example.com' });
  // On a platform a player buys for the game being played.
  await server.database.kysely
    .insertInto('connected_games')
    .values({ account_id: accountId, game: soldGame, game_uid: randomUUID() })
    .execute();
  const { token } = await server.sessions.begin(accountId);
  const { store } = server.client(token);
  const [currency] = (manifest.currencies?.includes('USD') ?? true) ? ['USD'] : (manifest.currencies ?? []);
  const sold = { Game: soldGame, Sku: soldSku, Currency: currency ?? 'USD' };
  // Some providers exist only on their own platform, where an order is created together with its payment.
  const WebPublishingPlatform = (manifest.platforms?.[0] ?? 'FxId') as 'FxId';
  const ordered = WebPublishingPlatform === 'FxId' ? await store.createOrder(sold) : undefined;
  if (ordered) {
    const OrderPersonalInfo = { Email: 'buyer@example.com', IsAutoConfirm: false };
    await store.updateOrderPi({ PublicOrderId: ordered.PublicOrderId, OrderPersonalInfo });
  }
  const request = { ...sold, WebPublishingPlatform, Provider: manifest.id } as const;
  const result = await store.createPayment({
    ...request,
    ...(ordered && { PublicOrderId: ordered.PublicOrderId }),
  });
  const { TransactionId: PublicOrderId } = result;
  const key = manifest.paymentReply?.key ?? '';
  expect(result).toHaveProperty(key);
  const reply = (result as Readonly<Record<string, unknown>>)[key];
  const attempt = await server.database.kysely
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', PublicOrderId)
    .executeTakeFirstOrThrow();
  expect(attempt).toMatchObject({ provider: folder, state: 'open' });
  const status = async () => (await store.getPaymentStatus({ PublicOrderId })).Status;
  return {
    orderId: PublicOrderId,
    attemptId: attempt.attempt_id,
    target: { attemptId: attempt.attempt_id, reply },
    status,
  };
}

/** Whether the provider's records find a payment without an id from the provider. */
async function isUnnamed({ adapter }: (typeof providers)[number], attemptId: string): Promise<boolean> {
  const { provider_payment_id: name } = await server.database.kysely
    .selectFrom('payment_attempts')
    .select('provider_payment_id')
    .where('attempt_id', '=', attemptId)
    .executeTakeFirstOrThrow();
  return adapter.needsProviderId === true && name === null;
}

const pass = (seconds: number): void => {
  server.clock.now = new Date(server.clock.now.getTime() + seconds * 1000);
};

async function sendAll(folder: string, webhooks: readonly SimulatedWebhook[]): Promise<number[]> {
  const answers: number[] = [];
  for (const { body, headers } of webhooks) {
    // Some providers are recognised by their IP address.
    const { 'x-forwarded-for': remoteAddress, ...rest } = headers;
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/v1/hooks/${folder}`,
      payload: body,
      headers: rest,
      ...(remoteAddress !== undefined && { remoteAddress }),
    });
    answers.push(answer.statusCode);
  }
  return answers;
}

test.each(providers.map((provider) => [provider.folder, provider] as const))(
  '%s: paid by its webhooks, sent twice, delivered once, and refunded',
  async (folder, provider) => {
    const simulator = await simulatorOf(folder);
    const { orderId, target, status } = await buy(provider);
    expect(await status()).toBe('WaitingForPayment');
    const webhooks = await simulator.act('pay', target, placeOf(folder));
    expect(webhooks.length).toBeGreaterThan(0);
    for (const answer of await sendAll(folder, [...webhooks, ...webhooks])) expect(answer).toBeLessThan(300);
    await server.jobs.runDue('payment-check');
    expect(await status()).toBe('PayedWaitingForSending');
    expect(await requestRefund(server.money.deps, orderId, { reason: 'operator' })).toMatchObject({
      outcome: 'requested',
    });
    await server.jobs.runDue('refund');
    // If a refund takes time, the provider's records show its result.
    pass(25 * 3600);
    await server.jobs.runDue('payment-check');
    expect(await status()).toBe('CancelledPaid');
    const deliveries = await server.database.kysely
      .selectFrom('deliveries')
      .selectAll()
      .where('order_id', '=', orderId)
      .execute();
    expect(deliveries).toMatchObject([{ type: 'order.paid', state: 'dropped' }]);
  },
);

test.each(providers.map((provider) => [provider.folder, provider] as const))(
  '%s: paid although every webhook was lost',
  async (folder, provider) => {
    const simulator = await simulatorOf(folder);
    const { attemptId, target, status } = await buy(provider);
    const webhooks = await simulator.act('pay', target, placeOf(folder));
    pass(31);
    await server.jobs.runDue('payment-check');
    if (await isUnnamed(provider, attemptId)) {
      // Only the provider knows which payment it is: it retries, and until then nothing is applied.
      expect(await status()).toBe('WaitingForPayment');
      for (const answer of await sendAll(folder, webhooks)) expect(answer).toBeLessThan(300);
    }
    expect(await status()).toBe('PayedWaitingForSending');
  },
);

test.each(providers.map((provider) => [provider.folder, provider] as const))(
  '%s: forged webhooks pay nothing',
  async (folder, provider) => {
    const simulator = await simulatorOf(folder);
    const other = await buy(provider);
    const { attemptId, target, status } = await buy(provider);
    // The webhooks of another order, with this order's id.
    const ofOther = await simulator.act('pay', other.target, placeOf(folder));
    const forged = ofOther.map(({ body, headers }) => ({
      body: body.replaceAll(other.attemptId, attemptId),
      headers,
    }));
    await sendAll(folder, forged);
    await server.jobs.runDue('payment-check');
    expect(await status()).toBe('WaitingForPayment');
    // Its own webhooks, from a wrong address and without a valid signature.
    const own = await simulator.act('pay', target, placeOf(folder));
    const unsigned = own.map(({ body }) => ({
      body,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
    }));
    for (const answer of await sendAll(folder, unsigned)) expect(answer).toBe(400);
    expect(await status()).toBe('WaitingForPayment');
    pass(10);
    for (const answer of await sendAll(folder, own)) expect(answer).toBeLessThan(300);
    expect(await status()).toBe('PayedWaitingForSending');
  },
);

test.each(providers.map((provider) => [provider.folder, provider] as const))(
  '%s: learns of a refund that was made at the provider',
  async (folder, provider) => {
    const simulator = await simulatorOf(folder);
    const { target, status } = await buy(provider);
    for (const act of ['pay', 'refund'] as const) {
      pass(10);
      const webhooks = await simulator.act(act, target, placeOf(folder));
      for (const answer of await sendAll(folder, webhooks)) expect(answer).toBeLessThan(300);
    }
    expect(await status()).toBe('CancelledPaid');
  },
);
