// Purchases on Facebook through the server: the page's call, webhooks by GET and POST, and later refunds and disputes.
import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadProviders, type LoadedProvider } from '#server/features/orders/providers/load-providers.ts';
import { requestRefund } from '#server/features/orders/refunds/request-refund.ts';
import { buildAccount } from '#server/testing/build-accounts.ts';
import { createMoneyTestApp, soldGame, soldSku, type MoneyTestApp } from '#server/testing/create-money-test-app.ts';
import { simulateVendors, type SimulatedVendors } from '#server/testing/simulated-vendors.ts';
import { readSimulatorSettings } from '../simulator-portal.server.ts';
import type { SimulatedWebhook } from '../simulator-port.server.ts';
import type { FacebookSimulatorAction } from './simulator-records.server.ts';
import { simulator } from './simulator.server.ts';

let vendors: SimulatedVendors;
let server: MoneyTestApp;
const isFacebook = (each: LoadedProvider): each is Extract<LoadedProvider, { family: 'payments' }> =>
  each.family === 'payments' && each.folder === 'facebookpay';
const providers = (await loadProviders()).filter(isFacebook);
const { AppSecrets, VerifyToken } = readSimulatorSettings<{ AppSecrets: string[]; VerifyToken: string }>(simulator);

beforeAll(async () => {
  const clock = { now: new Date() };
  vendors = await simulateVendors(() => clock.now);
  const loaded = providers.map((each) => ({ loaded: each, settings: {} }));
  server = await createMoneyTestApp(loaded, {
    clock,
    providers,
    settings: vendors.settings,
    vendorFetch: vendors.fetch,
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await vendors[Symbol.asyncDispose]();
});

const hook = '/api/v1/hooks/facebookpay';
const place = {
  at: 'http://vendors.example/lab/vendors/facebookpay',
  hookUrl: `http://vendors.example${hook}`,
  readPage: async (url: string) => (await server.app.inject(new URL(url).pathname)).body,
  now: () => server.clock.now,
};

async function buy() {
  const accountId = await buildAccount(server.database, { name: 'Buyer' });
  const connection = { account_id: accountId, game: soldGame, game_uid: randomUUID() };
  await server.database.kysely.insertInto('connected_games').values(connection).execute();
  const { token } = await server.sessions.begin(accountId);
  const { store, facebookpay } = server.client(token);
  const product = { Game: soldGame, Sku: soldSku, Currency: 'USD', WebPublishingPlatform: 'FacebookGames' } as const;
  const { TransactionId: orderId, FacebookGames: reply } = await store.createPayment(product);
  const { attempt_id: attemptId } = await server.database.kysely
    .selectFrom('payment_attempts')
    .select('attempt_id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return {
    orderId,
    reply,
    // The cast allows actions that only Facebook's simulator has.
    act: (act: FacebookSimulatorAction, given: unknown = reply) =>
      simulator.act(act as 'pay', { attemptId, reply: given }, place),
    status: async () => (await store.getPaymentStatus({ PublicOrderId: orderId })).Status,
    verify: (SignedRequest: string) => facebookpay.verify({ PublicOrderId: orderId, SignedRequest }),
  };
}

async function send(webhooks: readonly SimulatedWebhook[]): Promise<void> {
  for (const { body, headers } of webhooks)
    expect((await server.app.inject({ method: 'POST', url: hook, payload: body, headers })).statusCode).toBe(200);
}

const idIn = ([webhook]: readonly SimulatedWebhook[]): string => /"id":"(\d+)"/.exec(webhook?.body ?? '')?.[1] ?? '';

function sign(paymentId: string, requestId: string | undefined): string {
  const payload = `{"algorithm":"HMAC-SHA256","payment_id":${paymentId},"request_id":"${requestId}","status":"completed"}`;
  const text = Buffer.from(payload).toString('base64url');
  return `${createHmac('sha256', AppSecrets[0] ?? '')
    .update(text)
    .digest('base64url')}.${text}`;
}

const readLedger = (orderId: string) =>
  server.database.kysely
    .selectFrom('ledger')
    .select(['kind', 'amount_minor', 'currency'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute();

test("the page's signed request pays the order once, whether the webhook arrives before or after it", async () => {
  const { orderId, reply, act, status, verify } = await buy();
  const webhooks = await act('pay');
  const signed = sign(idIn(webhooks), reply?.RequestId);
  expect(await verify(signed)).toEqual({ Status: 'Payed' });
  expect(await status()).toBe('PayedWaitingForSending');
  await send([...webhooks, ...webhooks]);
  expect(await verify(signed)).toEqual({ Status: 'Payed' });
  expect(await readLedger(orderId)).toMatchObject([{ kind: 'charged', amount_minor: 199, currency: 'USD' }]);
});

test('a signed request pays only its own order, and none of another player', async () => {
  const paid = await buy();
  const signed = sign(idIn(await paid.act('pay')), paid.reply?.RequestId);
  const other = await buy();
  await expect(other.verify(signed)).rejects.toMatchObject({ status: 401, code: 'ProofRefused' });
  await expect(other.verify('x.y')).rejects.toMatchObject({ code: 'ProofRefused' });
  // The request id of one order with the payment of another: Facebook's records decide which order the payment belongs
  // to.
  expect(await other.verify(sign(idIn(await paid.act('refund')), other.reply?.RequestId))).toEqual({
    Status: 'Created',
  });
  expect(await other.status()).toBe('WaitingForPayment');
  const { facebookpay } = server.client(server.token);
  await expect(facebookpay.verify({ PublicOrderId: paid.orderId, SignedRequest: signed })).rejects.toMatchObject({
    code: 'NotFound',
  });
});

test('an initiated payment is completed by the webhook later', async () => {
  const { reply, act, status, verify } = await buy();
  await act('pay later');
  const webhooks = await act('pay');
  const early = await buy();
  await early.act('pay later');
  expect(await early.status()).toBe('WaitingForPayment');
  await send(webhooks);
  expect(await status()).toBe('PayedWaitingForSending');
  expect(await verify(sign(idIn(webhooks), reply?.RequestId))).toEqual({ Status: 'Payed' });
});

test("a price converted by Facebook counts as the product's price, and is refunded in full", async () => {
  const { orderId, act, status } = await buy();
  await send(await act('pay abroad'));
  expect(await status()).toBe('PayedWaitingForSending');
  await requestRefund(server.money.deps, orderId, { reason: 'operator' });
  await server.jobs.runDue('refund');
  expect(await status()).toBe('CancelledPaid');
  expect(await readLedger(orderId)).toMatchObject([
    { kind: 'charged', amount_minor: 199, currency: 'USD' },
    { kind: 'refunded', amount_minor: 199, currency: 'USD' },
  ]);
});

test('money for another product pays nothing, and is recorded for an operator', async () => {
  const { orderId, reply, act, status } = await buy();
  // A cheaper page of the same product, which was once sold at that price in another currency.
  const cheap = reply?.ProductOgUrl.replace('USD-199', 'GBP-1') ?? '';
  await server.database.kysely
    .insertInto('product_pages')
    .values({ game: soldGame, sku: soldSku, currency: 'GBP', price_minor: 1, names: '{}', descriptions: '{}' })
    .execute();
  await send(await act('pay', { ...reply, ProductOgUrl: cheap }));
  expect(await status()).toBe('WaitingForPayment');
  const events = await server.database.kysely
    .selectFrom('order_events')
    .select('kind')
    .where('order_id', '=', orderId)
    .execute();
  expect(events.map(({ kind }) => kind)).toContain('anomaly');
});

test('a chargeback cancels the order permanently; its reversal is reported to an operator', async () => {
  const { orderId, act, status } = await buy();
  for (const each of ['pay', 'lose dispute', 'reverse chargeback'] as const) await send(await act(each));
  expect(await status()).toBe('CancelledPaid');
  const differences = await server.database.kysely
    .selectFrom('payment_discrepancies')
    .select('kind')
    .where('order_id', '=', orderId)
    .execute();
  expect(differences).toEqual([{ kind: 'dispute-reversed' }]);
});

test('a decline cancels the order; a complaint does not', async () => {
  const declined = await buy();
  for (const each of ['pay', 'decline charge'] as const) await send(await declined.act(each));
  expect(await declined.status()).toBe('CancelledPaid');
  const disputed = await buy();
  for (const each of ['pay', 'dispute', 'win dispute'] as const) await send(await disputed.act(each));
  expect(await disputed.status()).toBe('PayedWaitingForSending');
});

test('the subscription is answered by GET, for callers with the token', async () => {
  const ask = (token: string) =>
    server.app.inject({
      url: hook,
      query: { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': token },
    });
  const good = await ask(VerifyToken);
  expect([good.statusCode, good.body, good.headers['content-type']]).toEqual([
    200,
    '1158201444',
    'text/plain; charset=utf-8',
  ]);
  expect((await ask('another token of somebody')).statusCode).toBe(403);
  expect((await server.app.inject(hook)).statusCode).toBe(403);
});
