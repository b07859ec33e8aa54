import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { OrderQuery } from '#model/payment-operations.server.ts';
import type { PaymentEvent } from '#model/payment-event.ts';
import * as paymentProviders from '#payments/registry.ts';
import { buildDocument } from '#server/testing/build-accounts.ts';
import { createMoneyTestApp, soldGame, soldSku, type MoneyTestApp } from '#server/testing/create-money-test-app.ts';
import { createTestPlatform } from '#server/testing/test-platform.ts';
import { createTestProvider, type TestProvider } from '#server/testing/test-provider.ts';
import { createOrder } from '../ordering/create-order.ts';
import { listPlatformProviders } from '../providers/load-providers.ts';
import { requestRefund } from '../refunds/request-refund.ts';

const platform = createTestPlatform('telegram');
const bare = createTestPlatform('vkontaktecom');
const undecided = createTestPlatform('fxnative', {
  paymentHandler: async ({ country }) => (country === 'USA' ? 'portal' : country === 'DEU' ? 'platform' : 'nobody'),
});
// Needs platform parameters in the request, sends webhooks by GET and reads XML.
const wordy = createTestPlatform('vkontakteplay', {
  paymentHandler: async ({ country }) => (country === 'USA' ? { provider: provider.loaded.manifest.id } : 'platform'),
  answer: (end) => ({
    status: 200,
    headers: { 'content-type': 'application/xml', 'x-end': end },
    body: `<answer>${end}</answer>`,
  }),
});
const starsFor100 = 100;
let provider: TestProvider;
let server: MoneyTestApp;
let player: { token: string; accountId: string; externalId: string };

beforeAll(async () => {
  provider = createTestProvider(0);
  const platforms = [platform.loaded, bare.loaded, wordy.loaded, undecided.loaded];
  server = await createMoneyTestApp([provider], {
    platforms,
    providers: [provider.loaded, ...listPlatformProviders(platforms)],
    settings: {
      payments: provider.settings.payments ?? {},
      platforms: { ...platform.settings, ...wordy.settings, ...undecided.settings },
    },
  });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  player = await enter(randomUUID());
});

async function enter(externalId: string) {
  const { Token, AccountId } = await server
    .client()
    .auth.authenticateFromSocial({ Social: 'Telegram', Game: soldGame, Telegram: { InitData: externalId } });
  return { token: Token, accountId: AccountId, externalId };
}

const asked = { Game: soldGame, Sku: soldSku, WebPublishingPlatform: 'Telegram' } as const;

async function buy(token = player.token) {
  const { TransactionId: orderId } = await server.client(token).store.createPayment(asked);
  const attempt = await server.database.kysely
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return { orderId, attemptId: attempt.attempt_id };
}

const post = (url: string, { payload, headers }: ReturnType<typeof platform.webhook>) =>
  server.app.inject({ method: 'POST', url, payload, headers });
const door = '/api/v1/hooks/telegram';
const tell = async (...events: PaymentEvent[]) =>
  (await post(door, platform.webhook({ outcome: 'events', events }))).statusCode;

const paid = (orderId: string, more: Partial<PaymentEvent> = {}): PaymentEvent => ({
  kind: 'paid',
  dedupKey: randomUUID(),
  orderId,
  transactionId: randomUUID(),
  amountMinor: starsFor100,
  currency: 'XTR',
  isTest: true,
  ...more,
});

const statusOf = async (orderId: string, token = player.token) =>
  (await server.client(token).store.getPaymentStatus({ PublicOrderId: orderId })).Status;
const rowsOf = (table: 'deliveries' | 'ledger', orderId: string) =>
  server.database.kysely.selectFrom(table).select('order_id').where('order_id', '=', orderId).execute();

test("the platform charges in its own unit, for the buyer's id there", async () => {
  const { store } = server.client(player.token);
  // Whatever the client requests: there is one unit, and no redirect.
  const reply = await store.createPayment({ ...asked, Currency: 'USD', EmbeddingType: 'Redirect' });
  expect(reply.OrderPrice).toMatchObject({ Price: starsFor100, Currency: 'XTR' });
  expect(reply).not.toHaveProperty('Providers');
  const payment = [...platform.opened.values()].find(({ orderId }) => orderId === reply.TransactionId);
  expect(reply.Telegram).toEqual({ InvoiceUrl: `https://pay.example/${payment?.attemptId}` });
  expect(payment).toMatchObject({
    amountMinor: starsFor100,
    currency: 'XTR',
    wantsRedirect: false,
    callerAddress: '127.0.0.1',
    buyer: { accountId: player.accountId, externalId: player.externalId },
  });
  await store.createPayment({ ...asked, PublicOrderId: reply.TransactionId });
  expect([...platform.opened.values()].filter(({ orderId }) => orderId === reply.TransactionId)).toHaveLength(1);
});

test('an order needs accepted documents, except for what the platform has already charged', async () => {
  const { kysely } = server.database;
  const documents = kysely.updateTable('documents').where('game', '=', soldGame);
  await buildDocument(server.database, 1, { game: soldGame });
  onTestFinished(async () => void (await documents.set({ need_user_acceptance: false }).execute()));
  const { store, documents: own } = server.client(player.token);
  const refused = { status: 409, code: 'DocumentsNotAccepted' };
  await expect(store.createPayment(asked)).rejects.toMatchObject(refused);
  await expect(store.createOrder({ Game: soldGame, Sku: soldSku })).rejects.toMatchObject(refused);
  const { accountId } = player;
  const taken = { amountMinor: starsFor100, currency: 'XTR' };
  const claimed = { accountId, game: soldGame, sku: soldSku, platform: 'Telegram', locale: 'en', taken } as const;
  expect(await createOrder(server.money.deps, claimed)).toMatchObject({ price_minor: starsFor100 });
  const { Documents } = await own.listLatestUnaccepted({ GameSystemName: soldGame });
  for (const { Id, Versions } of Documents)
    await own.accept({ DocumentId: Id, DocumentVersionId: Versions[0]?.Id ?? '' });
  await store.createPayment(asked);
});

test('no other provider handles it, and the portal’s providers accept no platform units', async () => {
  const { store } = server.client(player.token);
  const Provider = provider.loaded.manifest.id as never;
  await expect(store.createPayment({ ...asked, Provider })).rejects.toMatchObject({ code: 'NotConfigured' });
  const onPortal = { ...asked, WebPublishingPlatform: 'FxId', Currency: 'XTR' } as const;
  await expect(store.createPayment(onPortal)).rejects.toMatchObject({ status: 404, code: 'NotFound' });
});

test.each([
  ['Kongregate', 'Payment with Kongregate is not available here.'],
  ['VkontakteCom', 'Payment with VK is not set up for gem-miner.'],
] as const)('on %s a purchase is refused by name until it can be made', async (platformId, detail) => {
  const request = { ...asked, WebPublishingPlatform: platformId };
  await expect(server.client(player.token).store.createPayment(request)).rejects.toMatchObject({
    status: 404,
    code: 'NotConfigured',
    detail,
  });
  const { Available } = await server
    .client()
    .store.storeAvailability({ Game: soldGame, WebPublishingPlatform: platformId });
  expect(Available).toBe(false);
});

test('a product without a price in the unit is not for sale there', async () => {
  const { store } = server.client(player.token);
  const list = () => store.storeData({ Game: soldGame, WebPublishingPlatform: 'Telegram' });
  const before = await list();
  expect(before).toMatchObject({ Currency: 'XTR', Currencies: [] });
  expect(new Set(before.Products.map(({ Currency }) => Currency))).toEqual(new Set(['XTR']));
  expect((await store.storeData({ Game: soldGame, Currency: 'XTR' })).Products).toEqual([]);
  const where = { Game: soldGame, WebPublishingPlatform: 'Telegram' } as const;
  expect(await store.storeAvailability(where)).toEqual({ Available: true });
  const { kysely } = server.database;
  await kysely.deleteFrom('product_prices').where('sku', '=', 'lamp').where('currency', '=', 'XTR').execute();
  server.clock.now = new Date(server.clock.now.getTime() + 3000);
  expect((await list()).Products.map(({ Sku }) => Sku)).toEqual(
    before.Products.map(({ Sku }) => Sku).filter((sku) => sku !== 'lamp'),
  );
  const { Products } = await store.checkBuyProducts({ ...where, ProductsSku: [soldSku, 'lamp'] });
  expect(Products.map(({ CanBuy }) => CanBuy)).toEqual([true, false]);
  await expect(store.createPayment({ ...asked, Sku: 'lamp' })).rejects.toMatchObject({ code: 'NotFound' });
});

test('only the platform’s webhook pays an order, once, however often it is sent', async () => {
  const { orderId } = await buy();
  await server.client(player.token).store.setOptimisticOrderStatus({ PublicOrderId: orderId, Status: 'Completed' });
  expect(await statusOf(orderId)).toBe('WaitingForPayment');
  const refused = await post(door, platform.webhook({ outcome: 'events', events: [paid(orderId)] }, 'another secret'));
  expect([refused.statusCode, await statusOf(orderId)]).toEqual([403, 'WaitingForPayment']);
  const event = paid(orderId);
  expect(await tell(event)).toBe(200);
  expect(await tell(event, { ...event, dedupKey: randomUUID() })).toBe(200);
  expect(await statusOf(orderId)).toBe('PayedWaitingForSending');
  expect([await rowsOf('deliveries', orderId), await rowsOf('ledger', orderId)].map(({ length }) => length)).toEqual([
    1, 1,
  ]);
});

test("an order with an attempt at another provider can't be paid on the platform", async () => {
  const { TransactionId } = await server
    .client(player.token)
    .store.createPayment({ ...asked, WebPublishingPlatform: 'FxId' });
  expect(await tell(paid(TransactionId, { amountMinor: 199, currency: 'USD' }))).toBe(503);
  expect(await statusOf(TransactionId)).toBe('WaitingForPayment');
  const { orderId } = await buy();
  const webhook = provider.webhook([paid(orderId)]);
  expect((await post(`/api/v1/hooks/${provider.loaded.folder}`, webhook)).statusCode).toBe(503);
  expect(await tell(paid('no order at all'))).toBe(503);
  expect(await statusOf(orderId)).toBe('WaitingForPayment');
});

test('a refund that names only the order is made from the charged attempt', async () => {
  const { orderId } = await buy();
  const event = paid(orderId);
  await tell(event);
  const { transactionId = '' } = event;
  await tell({
    ...event,
    kind: 'refunded',
    dedupKey: randomUUID(),
    transactionId: randomUUID(),
    chargeId: transactionId,
  });
  expect(await statusOf(orderId)).toBe('CancelledPaid');
});

test('a mismatched payment buys nothing', async () => {
  const { orderId } = await buy();
  expect(await tell(paid(orderId, { amountMinor: starsFor100 - 1 }))).toBe(422);
  expect(await tell(paid(orderId, { currency: 'USD' }))).toBe(422);
  expect(await statusOf(orderId)).toBe('WaitingForPayment');
});

test('a webhook with its own reply format gets that reply', async () => {
  const { orderId } = await buy();
  const words = platform.webhook({
    outcome: 'events',
    events: [paid(orderId)],
    answer: (end) => ({ status: 200, body: { response: { order_id: 7, end } } }),
  });
  const answer = await post(door, words);
  expect(answer.json()).toEqual({ response: { order_id: 7, end: 'done' } });
});

async function ask(question: Partial<OrderQuery>, path = door) {
  const webhook = platform.webhook({
    outcome: 'order-query',
    question: { payerId: player.externalId, ...question },
    answer: (order) => ({ status: 200, body: order ?? { no: true } }),
  });
  const answer = await post(path, webhook);
  return answer.json() as object;
}

test('an order query is answered with the order', async () => {
  const { kysely } = server.database;
  await kysely.updateTable('products').set({ image_url: '/gems.png' }).where('sku', '=', soldSku).execute();
  const { orderId, attemptId } = await buy();
  const known = {
    orderId,
    sku: soldSku,
    name: '100 Edelsteine',
    description: 'A handful.',
    imageUrl: 'http://gem-miner.localhost:8081/gems.png',
    amountMinor: starsFor100,
    currency: 'XTR',
  };
  expect(await ask({ orderId, locale: 'de_DE' })).toEqual(known);
  expect(await ask({ attemptId, amountMinor: starsFor100, currency: 'XTR', locale: 'de' })).toEqual(known);
  expect(await statusOf(orderId)).toBe('WaitingForPayment');
});

test('an order may not be paid by another person, at another price, twice, or too late', async () => {
  const no = { no: true };
  const { orderId, attemptId } = await buy();
  const other = await enter(randomUUID());
  expect(await ask({ orderId, payerId: other.externalId })).toEqual(no);
  expect(await ask({ orderId, payerId: 'nobody' })).toEqual(no);
  expect(await ask({ attemptId, amountMinor: starsFor100 - 1 })).toEqual(no);
  expect(await ask({ attemptId, currency: 'USD' })).toEqual(no);
  for (const id of [randomUUID(), 'nothing', '']) expect(await ask({ orderId: id })).toEqual(no);
  expect(await ask({})).toEqual(no);
  expect(await ask({ attemptId: orderId })).toEqual(no);
  expect(await ask({ attemptId })).toMatchObject({ orderId });
  await tell(paid(orderId));
  expect(await ask({ attemptId })).toEqual(no);
  const late = await buy();
  server.clock.now = new Date(server.clock.now.getTime() + 25 * 3_600_000);
  expect(await ask({ orderId: late.orderId })).toEqual(no);
});

test('if nothing is charged before our answer, an order is paid only if that is still allowed', async () => {
  const tellAsking = async (event: PaymentEvent, question: OrderQuery) =>
    (await post(door, platform.webhook({ outcome: 'events', events: [event], question }))).statusCode;
  const { orderId } = await buy();
  const question = { orderId, payerId: player.externalId, amountMinor: starsFor100, currency: 'XTR' };
  const event = paid(orderId);
  const other = await enter(randomUUID());
  for (const no of [{ payerId: other.externalId }, { amountMinor: 1 }, { orderId: randomUUID() }, { sku: 'another' }])
    expect(await tellAsking(event, { ...question, ...no })).toBe(404);
  expect(await statusOf(orderId)).toBe('WaitingForPayment');
  expect(await rowsOf('ledger', orderId)).toEqual([]);
  // An accepted payment stays accepted, and can't be paid twice.
  for (let times = 0; times < 2; times += 1) expect(await tellAsking(event, question)).toBe(200);
  expect(await tellAsking(paid(orderId), question)).toBe(404);
  expect(await rowsOf('ledger', orderId)).toHaveLength(1);
});

test('rejecting a payment that may already be charged is recorded for an operator', async () => {
  const { orderId } = await buy();
  const [event, other] = [paid(orderId), paid(orderId)];
  const question = { orderId, payerId: 'nobody' };
  for (const telling of [{ events: [event], mayBeCharged: true as const }, { events: [other] }])
    expect((await post(door, platform.webhook({ outcome: 'events', question, ...telling }))).statusCode).toBe(404);
  const kept = await server.database.kysely
    .selectFrom('payment_discrepancies')
    .select(['kind', 'amount_minor'])
    .where('transaction_id', 'in', [event.transactionId ?? '', other.transactionId ?? ''])
    .execute();
  expect(kept).toEqual([{ kind: 'mismatch', amount_minor: starsFor100 }]);
});

test('an account of one game can neither query nor prove orders of another', async () => {
  const { settings } = server.money.deps;
  const { orderId } = await buy();
  const own = { Secret: 'the secret of another game' };
  await settings.write('platforms', 'telegram', own, { game: 'sky-courier' });
  const question = platform.webhook(
    {
      outcome: 'order-query',
      question: { orderId, payerId: player.externalId },
      answer: (order) => ({ status: 200, body: order ?? { no: true } }),
    },
    own.Secret,
  );
  expect((await post(`${door}/sky-courier`, question)).json()).toEqual({ no: true });
  const word = platform.webhook({ outcome: 'events', events: [paid(orderId)] }, own.Secret);
  expect((await post(`${door}/sky-courier`, word)).statusCode).toBe(503);
  expect(await statusOf(orderId)).toBe('WaitingForPayment');
  await settings.remove('platforms', 'telegram', 'sky-courier');
});

test("a refund is sent with the buyer's id there", async () => {
  const { orderId } = await buy();
  await tell(paid(orderId));
  expect(await requestRefund(server.money.deps, orderId, { reason: 'operator' })).toMatchObject({
    outcome: 'requested',
  });
  await server.jobs.runDue('refund');
  expect(platform.refunds).toMatchObject([{ orderId, buyer: { externalId: player.externalId } }]);
});

const Block = { Uid: '77', Currency: 'RUB' };
const onWordy = { Game: soldGame, Sku: soldSku, WebPublishingPlatform: 'VkontaktePlay', Currency: 'RUB' } as const;

async function enterWordy() {
  const VkontaktePlay = { QueryString: randomUUID() };
  const { Token } = await server
    .client()
    .auth.authenticateFromSocial({ Social: 'VkontaktePlay', Game: soldGame, VkontaktePlay });
  return server.client(Token).store;
}

test("the platform's request parameters reach its adapter; without them nothing is opened", async () => {
  const store = await enterWordy();
  await store.createPayment({ ...onWordy, VkontaktePlay: Block });
  expect([...wordy.opened.values()].map(({ request }) => request)).toEqual([Block]);
  await expect(store.createPayment(onWordy)).rejects.toMatchObject({
    code: 'InvalidRequest',
    fields: { VkontaktePlay: 'is required' },
  });
  expect(wordy.opened.size).toBe(1);
});

test("a webhook by GET is applied like any other, and answered in the platform's format", async () => {
  const { TransactionId } = await (await enterWordy()).createPayment({ ...onWordy, VkontaktePlay: Block });
  const payment = [...wordy.opened.values()].find(({ orderId }) => orderId === TransactionId);
  const event = { kind: 'paid', dedupKey: randomUUID(), attemptId: payment?.attemptId ?? '', isTest: false } as const;
  const money = { amountMinor: payment?.amountMinor ?? 0, currency: 'RUB', transactionId: randomUUID() };
  const { payload, headers } = wordy.webhook({ outcome: 'events', events: [{ ...event, ...money }] });
  const url = `/api/v1/hooks/vkontakteplay?webhook=${encodeURIComponent(payload)}`;
  const answer = await server.app.inject({ method: 'GET', url, headers: { 'x-secret': headers['x-secret'] ?? '' } });
  expect(answer.body).toBe('<answer>done</answer>');
  expect(answer.headers).toMatchObject({ 'content-type': 'application/xml', 'x-end': 'done' });
  const order = await server.database.kysely
    .selectFrom('orders')
    .select('status')
    .where('order_id', '=', TransactionId)
    .executeTakeFirst();
  expect(order?.status).toBe('PayedWaitingForSending');
});

test('a provider without GET webhooks gets no GET endpoint', async () => {
  const answer = await server.app.inject({ method: 'GET', url: '/api/v1/hooks/telegram' });
  expect(answer.statusCode).toBe(404);
});

test('the platform is asked who handles the payment if it decides per purchase', async () => {
  const { store } = server.client(player.token);
  const sale = (Country: string) =>
    ({ Game: soldGame, WebPublishingPlatform: 'FxNative', Country, FxNative: { Store: 'AppStore' } }) as const;
  expect(await store.storeAvailability(sale('USA'))).toEqual({ Available: true, TakenBy: 'Portal' });
  expect(await store.storeAvailability(sale('DEU'))).toEqual({ Available: true, TakenBy: 'Platform' });
  expect(await store.storeAvailability(sale('FRA'))).toEqual({ Available: false });
  const byPortal = await store.createPayment({ ...sale('USA'), Sku: soldSku });
  expect(byPortal.Providers?.map(({ Id }) => Id)).toEqual([provider.loaded.manifest.id]);
  const byPlatform = await store.createPayment({ ...sale('DEU'), Sku: soldSku });
  expect(byPlatform.Providers).toBeUndefined();
  expect([...undecided.opened.values()]).toMatchObject([{ orderId: byPlatform.TransactionId, currency: 'EUR' }]);
  await expect(store.createPayment({ ...sale('FRA'), Sku: soldSku })).rejects.toMatchObject({ code: 'NotConfigured' });
});

test('a platform may let one provider of the portal handle payments, and no other', async () => {
  const store = await enterWordy();
  const sale = { ...onWordy, Currency: 'USD', Country: 'USA', VkontaktePlay: { ...Block, Currency: 'USD' } } as const;
  const { Sku: _, Currency: __, ...asked } = sale;
  expect(await store.storeAvailability(asked)).toEqual({ Available: true, TakenBy: 'Portal' });
  const { Providers } = await store.createPayment(sale);
  expect(Providers?.map(({ Id }) => Id)).toEqual([provider.loaded.manifest.id]);
  const other = Object.values(paymentProviders).find(({ id }) => id !== provider.loaded.manifest.id);
  await expect(store.createPayment({ ...sale, Provider: other?.id as never })).rejects.toMatchObject({
    code: 'NotConfigured',
    detail: `On VK Play ${provider.loaded.manifest.id} takes the money, and ${other?.id} does not.`,
  });
});
