import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '#contract/client.ts';
import type { Api } from '#contract/api.ts';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createMoneyTestApp, soldGame, soldSku, type MoneyTestApp } from '#server/testing/create-money-test-app.ts';
import { createTestProvider, type TestProvider } from '#server/testing/test-provider.ts';

let first: TestProvider;
let second: TestProvider;
let server: MoneyTestApp;
let store: ApiClient<Api>['store'];

beforeAll(async () => {
  first = createTestProvider(0);
  second = createTestProvider(1);
  const env = { REQUESTS_PER_MINUTE: '9999999', TRUSTED_PROXIES: '1' };
  server = await createMoneyTestApp([first, second], { poolSize: 10, env });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const provider of [first, second]) {
    provider.trouble = {};
    provider.refuses = false;
  }
  await server.jobs.runDue();
  for (const provider of [first, second]) {
    Object.assign(provider.calls, { open: 0, read: 0, cancel: 0, refund: 0 });
  }
  // Each test has its own buyer, so open orders don't add up.
  const accountId = await buildAccount(server.database, { name: 'Buyer', email: 'buyer@example.com' });
  const { token } = await server.sessions.begin(accountId);
  store = server.client(token).store;
});

const request = { Game: soldGame, Sku: soldSku, WebPublishingPlatform: 'FxId' as const };

async function attemptOf(orderId: string, number = 1) {
  const attempts = await server.database.kysely
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute();
  const attempt = attempts[number - 1];
  if (!attempt) throw new Error(`There is no attempt ${number}.`);
  return attempt;
}

const statusOf = async (PublicOrderId: string) => (await store.getPaymentStatus({ PublicOrderId })).Status;
const deliveriesOf = (orderId: string) =>
  server.database.kysely.selectFrom('deliveries').selectAll().where('order_id', '=', orderId).execute();

test("an order is created at the catalogue's price, and connects the game", async () => {
  const order = await store.createOrder({ Game: soldGame, Sku: soldSku, Currency: 'EUR' });
  expect(order).toMatchObject({
    Status: 'Created',
    TotalPrice: { Price: 1.99, Currency: 'EUR' },
    OrderProducts: { MainProduct: { Sku: soldSku, ProductName: '100 gems' }, AdditionalProducts: [] },
  });
  const row = await server.database.kysely
    .selectFrom('orders')
    .innerJoin('connected_games', (join) =>
      join
        .onRef('connected_games.account_id', '=', 'orders.account_id')
        .onRef('connected_games.game', '=', 'orders.game')
        .onRef('connected_games.game_uid', '=', 'orders.game_uid'),
    )
    .selectAll('orders')
    .where('order_id', '=', order.PublicOrderId)
    .executeTakeFirstOrThrow();
  expect(row.expires_at.getTime() - row.created_at.getTime()).toBe(24 * 3_600_000);
});

test('additional products are part of the order, cost nothing and are delivered with it', async () => {
  const { OrderProducts, TotalPrice } = await store.createOrder({ Game: soldGame, Sku: 'starter-pack' });
  expect(OrderProducts).toMatchObject({
    MainProduct: { Sku: 'starter-pack', Price: 2.99 },
    AdditionalProducts: [
      { Sku: 'gems-100', ProductName: '100 gems', Quantity: 100, Price: 0, UsdPrice: 0 },
      { Sku: 'lamp', ProductType: 'Durable', Quantity: 1, Price: 0 },
    ],
  });
  expect(TotalPrice.Price).toBe(2.99);
  const { TransactionId, OrderProduct } = await store.createPayment({ ...request, Sku: 'starter-pack' });
  expect(OrderProduct.AdditionalProducts?.map(({ ProductName }) => ProductName)).toEqual([
    '100 gems',
    'Everburning lamp',
  ]);
  const { attempt_id } = await attemptOf(TransactionId);
  expect(await server.sendWebhook(first, [first.pay(attempt_id)])).toBe(200);
  const [delivery] = await deliveriesOf(TransactionId);
  expect(delivery?.payload.data.products).toEqual([
    { sku: 'starter-pack', quantity: 1 },
    { sku: 'gems-100', quantity: 100 },
    { sku: 'lamp', quantity: 1 },
  ]);
  const { Orders } = await store.orders({ Game: soldGame, Locale: 'en' });
  expect(Orders[0]?.AdditionalProducts?.map(({ Sku }) => Sku)).toEqual(['gems-100', 'lamp']);
});

test("all bits of an order's id are random, because it alone continues a purchase by redirect", async () => {
  const ids: string[] = [];
  for (let times = 0; times < 12; times += 1)
    ids.push((await store.createOrder({ Game: soldGame, Sku: soldSku })).PublicOrderId);
  // The version and variant digits of a UUID.
  expect(new Set(ids.map((id) => id[14])).size).toBeGreaterThan(1);
  expect(new Set(ids.map((id) => id[19])).size).toBeGreaterThan(1);
});

test('older clients without an Authorization header send the session token in the body', async () => {
  const accountId = await buildAccount(server.database, { name: 'Older client' });
  const { token } = await server.sessions.begin(accountId);
  const anonymous = server.client().store;
  const { TransactionId } = await anonymous.createPayment({ ...request, Token: token });
  const order = await server.client(token).store.getPaymentStatus({ PublicOrderId: TransactionId });
  expect(order.CheckoutStatus).toBe('Created');
  for (const Token of [undefined, '', 'fxs_unknown', `${token}x`])
    await expect(anonymous.createPayment({ ...request, ...(Token !== undefined && { Token }) })).rejects.toMatchObject({
      status: 401,
      code: 'Unauthenticated',
    });
  // A session of another game is refused as with the header, and the header wins over the body.
  await buildGames(server.database, ['another-game']);
  const bound = await server.sessions.begin(accountId, { game: 'another-game' });
  await expect(anonymous.createPayment({ ...request, Token: bound.token })).rejects.toMatchObject({ status: 403 });
  await expect(server.client('fxs_unknown').store.createPayment({ ...request, Token: token })).rejects.toMatchObject({
    status: 401,
  });
});

test('a payment is created, paid by a webhook, and delivered once', async () => {
  const result = await store.createPayment(request);
  expect(result).toMatchObject({ OrderProduct: { Sku: soldSku, Price: 1.99, Currency: 'USD', UsdPrice: 1.99 } });
  const attempt = await attemptOf(result.TransactionId);
  expect(JSON.stringify(result)).toContain(attempt.attempt_id);
  expect(attempt).toMatchObject({ state: 'open', sealed_request: null, amount_minor: 199 });
  expect(await statusOf(result.TransactionId)).toBe('WaitingForPayment');
  const paid = first.pay(attempt.attempt_id);
  expect(await server.sendWebhook(first, [paid])).toBe(200);
  expect(await server.sendWebhook(first, [paid, { ...paid, dedupKey: 'the same told otherwise' }])).toBe(200);
  expect(await store.getPaymentStatus({ PublicOrderId: result.TransactionId })).toEqual({
    Status: 'PayedWaitingForSending',
    SimpleStatus: 'Created',
    CheckoutStatus: 'Payed',
  });
  expect(await deliveriesOf(result.TransactionId)).toHaveLength(1);
});

test('fifty calls with one key create one order and one payment at the provider', async () => {
  const IdempotencyKey = randomUUID();
  const before = first.records.size;
  const results = await Promise.all(
    Array.from({ length: 50 }, () => store.createPayment({ ...request, IdempotencyKey })),
  );
  expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
  expect(first.records.size - before).toBe(1);
  await expect(store.createPayment({ ...request, Sku: 'gems-550', IdempotencyKey })).rejects.toMatchObject({
    code: 'Conflict',
  });
});

test('an existing order is paid by its id, only by its owner and for its own product', async () => {
  const { PublicOrderId } = await store.createOrder({ Game: soldGame, Sku: soldSku });
  const result = await store.createPayment({ ...request, PublicOrderId });
  expect(result.TransactionId).toBe(PublicOrderId);
  const wrong = { ...request, PublicOrderId, Sku: 'gems-550' };
  await expect(store.createPayment(wrong)).rejects.toMatchObject({ code: 'Conflict' });
  const others = server.client(server.token).store;
  await expect(others.createPayment({ ...request, PublicOrderId })).rejects.toMatchObject({ code: 'NotFound' });
  await expect(others.getPaymentStatus({ PublicOrderId })).rejects.toMatchObject({ code: 'NotFound' });
  const hint = { PublicOrderId, Status: 'Completed' as const };
  await expect(others.setOptimisticOrderStatus(hint)).rejects.toMatchObject({ code: 'NotFound' });
  const pi = { PublicOrderId, OrderPersonalInfo: { Email: 'x@example.com', IsAutoConfirm: false } };
  await expect(others.updateOrderPi(pi)).rejects.toMatchObject({ code: 'NotFound' });
});

test("the buyer's chosen provider is used, or another if it doesn't respond or rejects", async () => {
  const wished = await store.createPayment({ ...request, Provider: second.loaded.manifest.id });
  expect((await attemptOf(wished.TransactionId)).provider).toBe(second.loaded.folder);
  first.refuses = true;
  const refused = await store.createPayment(request);
  expect(await attemptOf(refused.TransactionId, 1)).toMatchObject({ provider: first.loaded.folder, state: 'failed' });
  expect(await attemptOf(refused.TransactionId, 2)).toMatchObject({ provider: second.loaded.folder, state: 'open' });
  second.refuses = true;
  await expect(store.createPayment(request)).rejects.toMatchObject({ code: 'PaymentRefused' });
  first.refuses = false;
  second.refuses = false;
  first.trouble.open = async () => Promise.reject(new Error('down'));
  const fallen = await store.createPayment(request);
  expect((await attemptOf(fallen.TransactionId, 2)).provider).toBe(second.loaded.folder);
  const only = { ...request, Provider: first.loaded.manifest.id };
  await expect(store.createPayment(only)).rejects.toMatchObject({ code: 'ProviderUnavailable' });
  const unknown = { ...request, Provider: 'Nobody' };
  await expect(store.createPayment(unknown)).rejects.toMatchObject({ code: 'InvalidRequest' });
});

test('after a lost response the same request is repeated with the same key', async () => {
  const IdempotencyKey = randomUUID();
  const retried = { ...request, IdempotencyKey, Provider: first.loaded.manifest.id };
  first.trouble.open = async () => Promise.reject(new Error('the line broke'));
  const before = first.records.size;
  await expect(store.createPayment(retried)).rejects.toMatchObject({ code: 'ProviderUnavailable' });
  first.trouble = {};
  // The request to the provider stays the same whatever has changed since.
  await server.database.kysely.updateTable('accounts').set({ name: 'Renamed' }).where('name', '=', 'Buyer').execute();
  const result = await store.createPayment(retried);
  expect(first.records.size - before).toBe(1);
  expect((await attemptOf(result.TransactionId)).state).toBe('open');
});

test("the provider gets the buyer's IP address from the proxy, even after the buyer left", async () => {
  const { token } = await server.sessions.begin(await buildAccount(server.database));
  first.trouble.open = async () => Promise.reject(new Error('the line broke'));
  const { statusCode } = await server.app.inject({
    method: 'POST',
    url: '/api/v1/store/create_payment',
    // The first is the buyer's own choice.
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '198.51.100.1, 203.0.113.7' },
    payload: { ...request, Provider: first.loaded.manifest.id },
  });
  expect(statusCode).toBe(503);
  const [attemptId = '', lost] = [...first.records].at(-1) ?? [];
  expect(lost?.payment.callerAddress).toBe('203.0.113.7');
  // A check opens it: the provider accepts the key only with the same request.
  first.trouble = {};
  server.clock.now = new Date(server.clock.now.getTime() + 30_000);
  await server.jobs.runDue('payment-check');
  const attempt = await attemptOf(lost?.payment.orderId ?? '');
  expect(attempt).toMatchObject({ attempt_id: attemptId, state: 'open', sealed_request: null });
  const { payment } = first.records.get(attemptId) ?? {};
  expect(payment).toEqual(lost?.payment);
});

test("a payment that arrives before the provider's response counts", async () => {
  first.trouble.open = async () => {
    const [attemptId = ''] = [...first.records.keys()].slice(-1);
    expect(await server.sendWebhook(first, [first.pay(attemptId)])).toBe(200);
  };
  const { TransactionId } = await store.createPayment(request);
  expect(await statusOf(TransactionId)).toBe('PayedWaitingForSending');
  expect(await deliveriesOf(TransactionId)).toHaveLength(1);
});

test('a second attempt after a failure is a new one; if both are paid, one is refunded', async () => {
  const IdempotencyKey = randomUUID();
  const { TransactionId } = await store.createPayment({ ...request, IdempotencyKey });
  const one = await attemptOf(TransactionId);
  await server.sendWebhook(first, [first.add(one.attempt_id, 'failed')]);
  expect(await statusOf(TransactionId)).toBe('Cancelled');
  await store.createPayment({ ...request, IdempotencyKey });
  const two = await attemptOf(TransactionId, 2);
  expect(await statusOf(TransactionId)).toBe('WaitingForPayment');
  await server.sendWebhook(first, [first.pay(two.attempt_id)]);
  await server.sendWebhook(first, [first.pay(one.attempt_id)]);
  await server.jobs.runDue('refund');
  const refunds = await server.database.kysely
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', TransactionId)
    .execute();
  expect(refunds).toMatchObject([
    { attempt_id: two.attempt_id, amount_minor: 199, reason: 'overpayment', state: 'done' },
  ]);
  expect(await statusOf(TransactionId)).toBe('PayedWaitingForSending');
  expect(await deliveriesOf(TransactionId)).toHaveLength(1);
});

test('of two charges of one attempt the second is refunded', async () => {
  const { TransactionId } = await store.createPayment(request);
  const { attempt_id: attemptId } = await attemptOf(TransactionId);
  await server.sendWebhook(first, [first.pay(attemptId)]);
  await server.sendWebhook(first, [first.pay(attemptId)]);
  await server.jobs.runDue('refund');
  expect(first.calls.refund).toBe(1);
  expect(await statusOf(TransactionId)).toBe('PayedWaitingForSending');
});

test('browser hints change nothing, and a hundred hints cause one check', async () => {
  const { TransactionId: PublicOrderId } = await store.createPayment(request);
  const hints = await Promise.all(
    Array.from({ length: 100 }, () => store.setOptimisticOrderStatus({ PublicOrderId, Status: 'Completed' })),
  );
  expect(new Set(hints.map(({ Status }) => Status))).toEqual(new Set(['WaitingForPayment']));
  await server.jobs.runDue('payment-check');
  expect(first.calls.read).toBe(1);
  expect(await statusOf(PublicOrderId)).toBe('WaitingForPayment');
  expect(await deliveriesOf(PublicOrderId)).toEqual([]);
});

test('a buyer who closed the form and still paid gets the product', async () => {
  const { TransactionId: PublicOrderId } = await store.createPayment(request);
  const { attempt_id: attemptId } = await attemptOf(PublicOrderId);
  // However often the buyer reports it, and although it was just checked.
  await statusOf(PublicOrderId);
  for (const Status of ['Cancelled', 'Completed', 'Cancelled'] as const)
    await store.setOptimisticOrderStatus({ PublicOrderId, Status });
  await server.jobs.runDue('payment-check');
  expect(first.calls.cancel).toBe(1);
  expect(await statusOf(PublicOrderId)).toBe('Cancelled');
  await server.sendWebhook(first, [first.pay(attemptId)]);
  expect(await statusOf(PublicOrderId)).toBe('PayedWaitingForSending');
  expect(await deliveriesOf(PublicOrderId)).toHaveLength(1);
});

test('polling finds a payment whose webhook was lost', async () => {
  const { TransactionId } = await store.createPayment(request);
  first.pay((await attemptOf(TransactionId)).attempt_id);
  expect(await statusOf(TransactionId)).toBe('WaitingForPayment');
  await server.jobs.runDue('payment-check');
  expect(await statusOf(TransactionId)).toBe('PayedWaitingForSending');
});

test('the number of open orders per account is limited', async () => {
  const created = Array.from({ length: 55 }, () => store.createOrder({ Game: soldGame, Sku: soldSku }));
  const ends = await Promise.allSettled(created);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
  const refused = ends.filter((end) => end.status === 'rejected').map((end) => (end.reason as { code: string }).code);
  expect(new Set(refused)).toEqual(new Set(['TooManyRequests']));
});

test("rejects products that aren't sold, other platforms, and redirects to other sites", async () => {
  const codeOf = (call: Promise<unknown>) => call.then(String, (error: { code: string }) => error.code);
  expect(await codeOf(store.createPayment({ ...request, Game: 'nowhere' }))).toBe('UnknownGame');
  expect(await codeOf(store.createPayment({ ...request, Sku: 'nothing' }))).toBe('NotFound');
  expect(await codeOf(store.createPayment({ ...request, Currency: 'XXX' }))).toBe('NotFound');
  expect(await codeOf(store.createPayment({ ...request, WebPublishingPlatform: 'Telegram' }))).toBe('GameNotConnected');
  await sql`update games set config = jsonb_set(config, '{Store}', '{}') where game = 'sky-courier'`.execute(
    server.database.kysely,
  );
  expect(await codeOf(store.createPayment({ ...request, Game: 'sky-courier' }))).toBe('NotConfigured');
  expect(await codeOf(store.createPayment({ ...request, SuccessRedirectUrl: 'https://evil.example/' }))).toBe(
    'InvalidRequest',
  );
  const inGame = await server.sessions.begin(server.accountId, { begunBy: 'Game', game: 'sky-courier' });
  expect(await codeOf(server.client(inGame.token).store.createPayment(request))).toBe('SignInAgain');
});

test("the game's name for a product is stored with the order, and shown if the catalogue has none", async () => {
  const ProductDescriptionHint = 'x'.repeat(2000);
  const paid = await store.createPayment({ ...request, ProductNameHint: 'A hint', ProductDescriptionHint });
  expect(paid.OrderProduct).toMatchObject({ LocalizedProductName: '100 gems' });
  const read = () =>
    server.database.kysely
      .selectFrom('orders')
      .select('product')
      .where('order_id', '=', paid.TransactionId)
      .executeTakeFirstOrThrow();
  const { product } = await read();
  expect(product.hints).toEqual({ name: 'A hint', description: ProductDescriptionHint });
  expect(paid.OrderProduct.LocalizedProductDescription).toBe(product.descriptions['en'] ?? ProductDescriptionHint);
});

test('every change of an order is counted, with the numbers of its status', async () => {
  const { TransactionId } = await store.createPayment(request);
  const { account_id } = await server.database.kysely
    .selectFrom('orders')
    .select('account_id')
    .where('order_id', '=', TransactionId)
    .executeTakeFirstOrThrow();
  const counted = await server.database.kysely
    .selectFrom('analytics_events')
    .select(['event_id', 'fields'])
    .where('account_id', '=', account_id)
    .execute();
  expect(counted).toEqual([{ event_id: 1301, fields: { S1: soldGame, S2: soldSku, I1: 100, I2: 200 } }]);
});

test("the game's payload of a purchase is delivered with it", async () => {
  const DeveloperPayload = { MerchantDeveloperPayload: '{"slot":7}' };
  const { TransactionId } = await store.createPayment({ ...request, DeveloperPayload });
  const { attempt_id } = await attemptOf(TransactionId);
  expect(await server.sendWebhook(first, [first.pay(attempt_id)])).toBe(200);
  const key = await createGameKeys(server.database, server.sealer).create(soldGame);
  const { Deliveries } = await server.client(key).deliveries.pending({});
  expect(Deliveries.find(({ PublicOrderId }) => PublicOrderId === TransactionId)).toMatchObject({
    DeveloperPayload: '{"slot":7}',
  });
});
