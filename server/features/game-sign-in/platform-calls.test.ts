import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PlatformHost, ProvedPurchase, PlatformTools, VerifyLoginResult } from '#platforms/port.server.ts';
import { readOrdersArguments, runOrdersCommand } from '#server/features/order-admin/run-orders-command.ts';
import { buildGames } from '#server/testing/build-accounts.ts';
import { buildStore } from '#server/testing/build-store.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { createTestPlatform } from '#server/testing/test-platform.ts';

const game = 'gem-miner';
const sku = 'gems-100';
const priceMinor = 149;
let server: TestApp;
let verdict: VerifyLoginResult;
let seen: { input: object; host: PlatformHost; caller: unknown } | undefined;
let player: { Token: string; AccountId: string };

const shop = createTestPlatform('yandexgames', {
  calls: {
    purchase: async (input: { YandexSignedData: string }, host: PlatformHost, tools: PlatformTools) => {
      seen = { input, host, caller: await tools.caller() };
      const purchase = JSON.parse(input.YandexSignedData) as ProvedPurchase;
      const Success = (await tools.claim(purchase)).outcome === 'granted';
      return { TokenSuccesses: [{ PurchaseToken: purchase.transactionId, Success }] };
    },
  },
});
const door = createTestPlatform('vkontaktecom', {
  calls: { authenticateFromOpenApi: (_: object, __: PlatformHost, tools: PlatformTools) => tools.signIn(verdict) },
});

beforeAll(async () => {
  server = await createTestApp({
    platforms: [shop.loaded, door.loaded],
    settings: { platforms: { ...shop.settings, ...door.settings } },
    env: { REQUESTS_PER_MINUTE: '9999999' },
  });
  await buildGames(server.database, [game, 'sky-courier']);
  const prices = { USD: 1.99, YAN: priceMinor };
  await buildStore(
    server.database,
    game,
    [sku, 'gems-550', 'lamp'].map((Sku) => ({ Sku, Names: { en: Sku }, Prices: prices })),
  );
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  player = await enter();
});

const enter = (externalId: string = randomUUID()) =>
  server.client().auth.authenticateFromSocial({
    Social: 'YandexGames',
    Game: game,
    YandexGames: { GetPlayerSignature: externalId },
  });

const bought = (more: Partial<ProvedPurchase> = {}): ProvedPurchase => ({
  transactionId: randomUUID(),
  sku,
  amountMinor: priceMinor,
  currency: 'YAN',
  isTest: true,
  ...more,
});

async function claim(purchase: ProvedPurchase, token = player.Token, Game = game): Promise<boolean | undefined> {
  const YandexSignedData = JSON.stringify(purchase);
  const request = { Game, YandexSignedData, YandexGetPurchasesRequest: false };
  const { TokenSuccesses } = await server.client(token).yandexgames.purchase(request);
  return TokenSuccesses[0]?.Success;
}

async function order(token = player.Token, Sku = sku): Promise<string> {
  const asked = { Game: game, Sku, WebPublishingPlatform: 'YandexGames' } as const;
  return (await server.client(token).store.createPayment(asked)).TransactionId;
}

const ordersOf = (accountId: string) =>
  server.database.kysely
    .selectFrom('orders')
    .leftJoin('deliveries', 'deliveries.order_id', 'orders.order_id')
    .select(['orders.order_id', 'orders.status', 'orders.price_minor', 'orders.currency', 'deliveries.delivery_id'])
    .where('orders.account_id', '=', accountId)
    .orderBy('orders.created_at')
    .execute();

const differencesOf = ({ transactionId }: ProvedPurchase) =>
  server.database.kysely
    .selectFrom('payment_discrepancies')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .execute();

async function withPrice(
  { price_minor, was_percent = 100 }: { readonly price_minor: number; readonly was_percent?: number },
  run: () => Promise<void>,
): Promise<void> {
  const { kysely } = server.database;
  const set = async (minor: number, percent: number): Promise<void> => {
    const ofProduct = { game, sku };
    await kysely
      .updateTable('product_prices')
      .set({ price_minor: minor })
      .where((eb) => eb.and({ ...ofProduct, currency: 'YAN' }))
      .execute();
    await kysely
      .updateTable('products')
      .set({ was_percent: percent })
      .where((eb) => eb.and(ofProduct))
      .execute();
  };
  await set(price_minor, was_percent);
  try {
    await run();
  } finally {
    await set(priceMinor, 100);
  }
}

test('passes the adapter its input, the game and its settings', async () => {
  await claim(bought());
  expect(seen?.input).toMatchObject({ Game: game, YandexGetPurchasesRequest: false });
  expect(seen?.host).toMatchObject({ game, portalUrl: 'http://localhost:8080', settings: { AppId: '4711' } });
});

test("undeclared query parameters don't reach the adapter, and can't name another game", async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/v1/yandexgames/purchase/${game}?Game=sky-courier&more=1`,
    headers: { authorization: `Bearer ${player.Token}` },
    payload: { YandexSignedData: JSON.stringify(bought()), YandexGetPurchasesRequest: false },
  });
  expect(answer.statusCode).toBe(200);
  expect(seen?.host.game).toBe(game);
  expect(seen?.input).toMatchObject({ Game: game });
  expect(seen?.input).not.toHaveProperty('more');
});

test("passes the adapter only the caller's current identity on the platform", async () => {
  const externalId = randomUUID();
  const { Token, AccountId } = await enter(externalId);
  const { kysely } = server.database;
  const elsewhere = { account_id: AccountId, external_id: randomUUID(), last_used_at: new Date(Date.now() + 1000) };
  await kysely
    .insertInto('social_identities')
    .values([
      { ...elsewhere, type: 'Telegram' },
      { ...elsewhere, type: 'YandexGames', game: 'sky-courier' },
      { ...elsewhere, type: 'YandexGames', confirmed: false },
    ])
    .execute();
  await claim(bought(), Token);
  expect(seen?.caller).toEqual({ type: 'YandexGames', externalId });
  expect(seen?.host.callerAddress).toBe('127.0.0.1');
});

test("a purchase whose proof has no amount costs its order's price, else the platform's price", async () => {
  const told = bought();
  const silent = { sku, isTest: true };
  const orderId = await order();
  await withPrice({ price_minor: 200 }, async () => {
    expect(await claim({ ...silent, transactionId: randomUUID(), orderId })).toBe(true);
    expect(await claim({ ...silent, transactionId: randomUUID() })).toBe(true);
  });
  expect(
    (await ordersOf(player.AccountId)).map(({ status, price_minor, currency }) => [status, price_minor, currency]),
  ).toEqual([
    ['PayedWaitingForSending', priceMinor, 'YAN'],
    ['PayedWaitingForSending', 200, 'YAN'],
  ]);
  const adapter = { ...silent, transactionId: told.transactionId, amountMinor: priceMinor };
  expect(await claim(adapter)).toBe(false);
  expect(await claim({ ...silent, transactionId: told.transactionId, currency: 'YAN' })).toBe(false);
});

test('a purchase pays its order, once, however often it is claimed', async () => {
  const orderId = await order();
  const purchase = bought({ orderId });
  expect(await Promise.all([claim(purchase), claim(purchase), claim(purchase)])).toEqual([true, true, true]);
  expect(await claim(purchase)).toBe(true);
  expect(await ordersOf(player.AccountId)).toMatchObject([
    { order_id: orderId, status: 'PayedWaitingForSending', delivery_id: expect.any(String) as string },
  ]);
});

test('a purchase without an order gets one, at its price', async () => {
  const purchase = bought();
  expect(await Promise.all([claim(purchase), claim(purchase)])).toEqual([true, true]);
  const delivery_id = expect.any(String) as string;
  expect(await ordersOf(player.AccountId)).toMatchObject([
    { status: 'PayedWaitingForSending', price_minor: priceMinor, currency: 'YAN', delivery_id },
  ]);
  expect(await differencesOf(purchase)).toEqual([]);
  // An invalid order id from the browser is ignored.
  for (const orderId of ['nonsense', randomUUID()]) expect(await claim(bought({ orderId }))).toBe(true);
  expect(await ordersOf(player.AccountId)).toHaveLength(3);
});

test('a purchase without an order at another price buys nothing and is recorded, until the price matches', async () => {
  const cheap = bought({ amountMinor: 1 });
  const dear = bought({ amountMinor: priceMinor + 1 });
  for (const purchase of [cheap, cheap, dear]) expect(await claim(purchase)).toBe(false);
  expect(await ordersOf(player.AccountId)).toEqual([]);
  const detail = `gems-100 of gem-miner: it costs ${priceMinor} YAN here`;
  expect(await differencesOf(cheap)).toMatchObject([
    { kind: 'price-mismatch', provider: 'yandexgames', event_kind: 'paid', amount_minor: 1, currency: 'YAN', detail },
  ]);
  expect(await differencesOf(dear)).toMatchObject([{ kind: 'price-mismatch', amount_minor: priceMinor + 1 }]);
  const lines: string[] = [];
  const report = (line: string): void => void lines.push(line);
  await runOrdersCommand(readOrdersArguments(['differences']), {
    orders: server.money.deps,
    report,
    confirm: async () => 'no',
    from: '.',
  });
  expect(lines.find((line) => line.includes(cheap.transactionId))).toContain(detail);
  await withPrice({ price_minor: priceMinor + 1 }, async () => expect(await claim(dear)).toBe(true));
  expect(await ordersOf(player.AccountId)).toMatchObject([{ price_minor: priceMinor + 1 }]);
});

test('a purchase without an order is accepted at the sale price and at the price before', async () => {
  // The current price is 100, the earlier one 200.
  await withPrice({ price_minor: 100, was_percent: 200 }, async () => {
    expect(await claim(bought({ amountMinor: 100 }))).toBe(true);
    expect(await claim(bought({ amountMinor: 200 }))).toBe(true);
    expect(await claim(bought())).toBe(false);
  });
});

test("a second payment of an order is checked against that order's price", async () => {
  const orderId = await order();
  await withPrice({ price_minor: 500 }, async () => {
    expect(await claim(bought({ orderId }))).toBe(true);
    expect(await claim(bought({ orderId }))).toBe(true);
    expect(await claim(bought({ orderId, amountMinor: 7 }))).toBe(false);
  });
  expect((await ordersOf(player.AccountId)).map(({ price_minor }) => price_minor)).toEqual([priceMinor, priceMinor]);
});

test('an order paid twice is granted twice', async () => {
  const orderId = await order();
  const payments = [bought({ orderId }), bought({ orderId })];
  expect(await Promise.all(payments.map((each) => claim(each)))).toEqual([true, true]);
  expect(await claim(bought({ orderId }))).toBe(true);
  const paid = { status: 'PayedWaitingForSending', delivery_id: expect.any(String) as string };
  expect(await ordersOf(player.AccountId)).toMatchObject([paid, paid, paid]);
});

test('of two players who claim the same purchase, one gets it', async () => {
  const other = await enter();
  const purchase = bought();
  const answers = await Promise.all([player, other].map(({ Token }) => claim(purchase, Token)));
  expect(answers.filter((isGranted) => isGranted)).toHaveLength(1);
  expect(await Promise.all([player, other].map(({ Token }) => claim(purchase, Token)))).toEqual(answers);
  const delivered = [...(await ordersOf(player.AccountId)), ...(await ordersOf(other.AccountId))];
  expect(delivered.filter(({ delivery_id: id }) => id !== null)).toHaveLength(1);
});

test("a purchase that doesn't match its order buys nothing", async () => {
  const orderId = await order();
  const other = await enter();
  const cheap = bought({ orderId, amountMinor: priceMinor - 1 });
  expect(await claim(cheap)).toBe(false);
  expect(await differencesOf(cheap)).toMatchObject([{ kind: 'mismatch', order_id: orderId }]);
  expect(await claim(bought({ orderId, currency: 'RUB' }))).toBe(false);
  expect(await claim(bought({ orderId, sku: 'gems-550' }))).toBe(false);
  expect(await claim(bought({ orderId }), other.Token)).toBe(false);
  expect(await claim(bought({ orderId: await order(player.Token, 'lamp') }))).toBe(false);
  expect((await ordersOf(player.AccountId)).map(({ status }) => status)).toEqual([
    'WaitingForPayment',
    'WaitingForPayment',
  ]);
  expect(await ordersOf(other.AccountId)).toEqual([]);
});

test("products that aren't sold there, are free or paid in another currency are rejected", async () => {
  const wrong = [
    [{ sku: 'none' }, 'not-sold'],
    [{ amountMinor: 0 }, 'price-mismatch'],
    [{ amountMinor: 1.5 }, 'price-mismatch'],
    [{ currency: 'XTR' }, 'price-mismatch'],
  ] as const;
  for (const [more, kind] of wrong) {
    const purchase = bought(more);
    expect(await claim(purchase)).toBe(false);
    expect(await differencesOf(purchase)).toMatchObject([{ kind }]);
  }
  expect(await ordersOf(player.AccountId)).toEqual([]);
});

test("an adapter can't turn a purchase into a gift", async () => {
  const free = { ...bought({ amountMinor: 0 }), isGift: true, purchaseKind: 'gift' };
  const silent = { transactionId: randomUUID(), sku, isTest: true, isGift: true, purchaseKind: 'gift' };
  expect(await claim(free)).toBe(false);
  expect(await claim(silent)).toBe(true);
  expect((await ordersOf(player.AccountId)).map(({ price_minor }) => price_minor)).toEqual([priceMinor]);
});

test('test payments buy nothing where they are not accepted', async () => {
  const { claimPurchase } = await import('#server/features/orders/claims/claim-purchase.ts');
  const strict = { ...server.money.deps, takesTestMoney: false };
  const claimant = { accountId: player.AccountId, game };
  expect(await claimPurchase(strict, 'yandexgames', claimant, bought())).toEqual({
    outcome: 'refused',
    reason: 'test-money',
  });
});

test('an expired order is still paid by a proved purchase', async () => {
  const orderId = await order();
  const { kysely } = server.database;
  const over = new Date(Date.now() - 1000);
  await kysely
    .updateTable('orders')
    .set({ expires_at: over, expired_at: over, status: 'Cancelled' })
    .where('order_id', '=', orderId)
    .execute();
  expect(await claim(bought({ orderId }))).toBe(true);
  expect(await ordersOf(player.AccountId)).toMatchObject([{ status: 'PayedWaitingForSending' }]);
});

test("a claim needs a session, a known game, and the session's own game", async () => {
  await expect(claim(bought(), 'nobody')).rejects.toMatchObject({ status: 401 });
  await expect(claim(bought(), player.Token, 'no-such-game')).rejects.toMatchObject({ code: 'UnknownGame' });
  const { token } = await server.sessions.begin(player.AccountId, { begunBy: 'Game', game: 'sky-courier' });
  await expect(claim(bought(), token)).rejects.toMatchObject({ status: 403, code: 'SignInAgain' });
});

const user = { expire: 1, mid: 1, secret: 'x', sid: 'x', sig: 'x' };
const byWidget = () => server.client().vkontaktecom.authenticateFromOpenApi({ Game: game, VkSessionUser: user });

test("a platform's call signs in the proved player, and rejects with the adapter's message", async () => {
  verdict = {
    outcome: 'proved',
    guest: false,
    proof: { identity: { type: 'Vkontakte', externalId: randomUUID() }, name: 'Vera' },
  };
  const { Token, AccountId } = await byWidget();
  expect(await server.sessions.find(`Bearer ${Token}`)).toMatchObject({ accountId: AccountId });
  verdict = { outcome: 'refused', reason: 'The signature does not fit.', message: 'Failed to initiialize vk bridge' };
  await expect(byWidget()).rejects.toMatchObject({
    status: 401,
    code: 'ProofRefused',
    detail: 'Failed to initiialize vk bridge',
  });
});

test('calls of a platform that is not configured are unavailable', async () => {
  const { settings } = server.money.deps;
  await settings.write('platforms', 'yandexgames', { nonsense: true }, { game: 'sky-courier' });
  await expect(claim(bought(), player.Token, 'sky-courier')).rejects.toMatchObject({
    status: 404,
    code: 'NotConfigured',
  });
});
