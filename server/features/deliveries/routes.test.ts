import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { safeFetch, type SafeFetch } from '#server/http/safe-fetch.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { eventually } from '#server/testing/eventually.ts';
import { startGameServer, type GameServer } from '#server/testing/start-game-server.ts';
import { startDeliveryWorker } from './delivery-worker.ts';
import { createWebhookEndpoints } from './endpoints.ts';
import { redeliverOrder } from './redeliver-order.ts';
import { replayDelivery } from './replay-delivery.ts';
import { addTestOrder, payTestOrder, refundTestOrder, type TestOrder } from './test-orders.ts';

const [game, otherGame] = ['gem-miner', 'sky-courier'];
let server: TestApp;
let keys: Record<string, string>;
let adaId: string;
let ada: string;
let borys: string;
let adaInGame: string;

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database, [game, otherGame]);
  adaId = await buildAccount(server.database);
  const gameKeys = createGameKeys(server.database, server.sealer);
  keys = { [game]: await gameKeys.create(game), [otherGame]: await gameKeys.create(otherGame) };
  ada = (await server.sessions.begin(adaId)).token;
  borys = (await server.sessions.begin(await buildAccount(server.database))).token;
  adaInGame = (await server.sessions.begin(adaId, { begunBy: 'Game', game: otherGame })).token;
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await sql`truncate delivery_attempts, deliveries, order_events, payment_events, ledger, refunds, payment_attempts, orders, webhook_endpoints cascade`.execute(
    server.database.kysely,
  );
});

const asGame = (name: string = game) => server.client(keys[name]).deliveries;
const asAda = () => server.client(ada).store;

async function order(of: string = game): Promise<TestOrder> {
  const buyer = { game: of, accountId: adaId, gameUid: 'g-7', sku: 'gems-100' };
  return addTestOrder(server.database, buyer);
}

async function paidOrder(of: string = game): Promise<TestOrder> {
  const made = await order(of);
  await payTestOrder(server.money.deps, made);
  return made;
}

async function deliverTo(of: string = game): Promise<GameServer> {
  const gameServer = await startGameServer();
  onTestFinished(() => gameServer[Symbol.asyncDispose]());
  await createWebhookEndpoints(server.database, server.sealer, () => new Date()).set(of, gameServer.url);
  const fetch: SafeFetch = (address, options) => safeFetch(address, { ...options, allowLoopback: true });
  const { money, signals, sealer } = server;
  const deliverer = startDeliveryWorker(
    { ...money.deps, signals, sealer, fetch, metrics: createMetrics(), random: Math.random },
    { pollMs: 50 },
  );
  onTestFinished(() => deliverer.stop({ timeoutMs: 2000 }));
  return gameServer;
}

/** Long enough for a busy machine. */
const redeliver = ({ orderId }: TestOrder) =>
  redeliverOrder(server.database, { orderId, accountId: adaId, game: undefined }, 20_000);
const stateOf = async ({ orderId }: TestOrder) => (await asAda().orderHistory({ PublicOrderId: orderId })).Order;
const pendingIds = async (of: string = game) =>
  (await asGame(of).pending({})).Deliveries.map((each) => each.DeliveryId);
const waitFor = (made: TestOrder, state: string) =>
  eventually(async () => (await stateOf(made)).DeliveryState === state);

test('a game collects its own deliveries, oldest first, and may acknowledge each repeatedly', async () => {
  const [first, second] = [await paidOrder(), await paidOrder()];
  await paidOrder(otherGame);
  const { Deliveries } = await asGame().pending({});
  expect(Deliveries).toMatchObject([
    {
      Type: 'order.paid',
      PublicOrderId: first.orderId,
      AccountId: adaId,
      GameUid: 'g-7',
      Products: [{ Sku: 'gems-100', Quantity: 1 }],
      PriceMinor: 100,
      Currency: 'USD',
      IsTest: true,
    },
    { PublicOrderId: second.orderId },
  ]);
  expect((await asGame().pending({ Limit: 1 })).Deliveries).toHaveLength(1);
  const DeliveryId = Deliveries[0]?.DeliveryId ?? '';
  await expect(asGame(otherGame).acknowledge({ DeliveryId })).rejects.toMatchObject({ code: 'NotFound' });
  await expect(asGame().acknowledge({ DeliveryId: randomUUID() })).rejects.toMatchObject({ code: 'NotFound' });
  expect((await stateOf(first)).Status).toBe('PayedWaitingForSending');
  expect(await asGame().acknowledge({ DeliveryId })).toEqual({ Acknowledged: true });
  expect(await asGame().acknowledge({ DeliveryId })).toEqual({ Acknowledged: true });
  expect(await stateOf(first)).toMatchObject({ Status: 'Completed', DeliveryState: 'Delivered' });
  expect(await pendingIds()).toHaveLength(1);
});

test("the product's payload for the game's server is delivered", async () => {
  const made = await order();
  const payload = JSON.stringify({ chest: 3 });
  await sql`update orders set product = product || jsonb_build_object('payload', ${payload}::text)`.execute(
    server.database.kysely,
  );
  await payTestOrder(server.money.deps, made);
  const { Deliveries } = await asGame().pending({});
  expect(Deliveries[0]?.Products).toEqual([{ Sku: 'gems-100', Quantity: 1, Payload: payload }]);
});

test("only a game's key can collect deliveries", async () => {
  await expect(server.client().deliveries.pending({})).rejects.toMatchObject({ code: 'Unauthenticated' });
  await expect(server.client(ada).deliveries.pending({})).rejects.toMatchObject({ code: 'Unauthenticated' });
});

test('a pulled delivery is revoked by a message, one that was never sent is dropped silently', async () => {
  const [shown, unseen] = [await paidOrder(), await paidOrder()];
  const [DeliveryId = ''] = (await asGame().pending({ Limit: 1 })).Deliveries.map((each) => each.DeliveryId);
  const [, unseenId = ''] = await server.database.kysely
    .selectFrom('deliveries')
    .select('delivery_id')
    .orderBy('created_at')
    .execute()
    .then((rows) => rows.map(({ delivery_id }) => delivery_id));
  await refundTestOrder(server.money.deps, shown);
  await refundTestOrder(server.money.deps, unseen);
  expect((await stateOf(shown)).DeliveryState).toBe('Revoking');
  expect((await stateOf(unseen)).DeliveryState).toBe('Dropped');
  expect(await asGame().acknowledge({ DeliveryId: unseenId })).toEqual({ Acknowledged: false });
  expect(await pendingIds()).toEqual([DeliveryId]);
  await asGame().acknowledge({ DeliveryId });
  const { Deliveries } = await asGame().pending({});
  expect(Deliveries).toMatchObject([{ Type: 'order.revoked', PublicOrderId: shown.orderId }]);
  await asGame().acknowledge({ DeliveryId: Deliveries[0]?.DeliveryId ?? '' });
  expect(await stateOf(shown)).toMatchObject({ Status: 'CancelledPaid', DeliveryState: 'Revoked' });
  expect(await pendingIds()).toEqual([]);
});

test('a failed delivery can still be pulled', async () => {
  const made = await paidOrder();
  await server.database.kysely.updateTable('deliveries').set({ state: 'dead' }).execute();
  expect((await stateOf(made)).DeliveryState).toBe('GivenUp');
  const [DeliveryId = ''] = await pendingIds();
  await asGame().acknowledge({ DeliveryId });
  expect(await stateOf(made)).toMatchObject({ Status: 'Completed', DeliveryState: 'Delivered' });
});

test('the player and the game read the same history', async () => {
  const gameServer = await deliverTo();
  gameServer.answer = { status: 503 };
  const made = await paidOrder();
  const PublicOrderId = made.orderId;
  const failed = await eventually(async () =>
    (await asAda().orderHistory({ PublicOrderId })).History.find(({ Kind }) => Kind === 'delivery-failed'),
  );
  expect(failed.Detail).toMatchObject({ attempt: '1', status: '503' });
  gameServer.answer = { status: 200 };
  await sql`update deliveries set next_attempt_at = now()`.execute(server.database.kysely);
  await waitFor(made, 'Delivered');
  const story = await asAda().orderHistory({ PublicOrderId, Locale: 'de' });
  expect(await asGame().orderHistory({ PublicOrderId, Locale: 'de' })).toEqual(story);
  expect(story.History.map(({ Kind }) => Kind)).toEqual([
    'paid',
    'status',
    'delivery',
    'delivery-failed',
    'sent',
    'acknowledged',
    'status',
  ]);
  expect(story.Order).toMatchObject({
    Price: { Price: 1, Currency: 'USD', CurrencyIso4217: 840, LocalizedPrice: expect.stringContaining('1,00') },
  });
});

test("only the buyer and the selling game can read an order's history", async () => {
  const { orderId: PublicOrderId } = await paidOrder();
  const refused = { code: 'NotFound' };
  await expect(server.client(borys).store.orderHistory({ PublicOrderId })).rejects.toMatchObject(refused);
  await expect(server.client(adaInGame).store.orderHistory({ PublicOrderId })).rejects.toMatchObject(refused);
  await expect(asGame(otherGame).orderHistory({ PublicOrderId })).rejects.toMatchObject(refused);
  await expect(server.client(borys).store.redeliver({ PublicOrderId })).rejects.toMatchObject(refused);
  await expect(asAda().orderHistory({ PublicOrderId: randomUUID() })).rejects.toMatchObject(refused);
});

test("a player's orders are listed newest first, page by page, each once", async () => {
  const made: string[] = [];
  for (let count = 0; count < 7; count += 1) made.unshift((await order(count % 2 === 0 ? game : otherGame)).orderId);
  // All orders have the same timestamp: pages must still not overlap.
  await sql`update orders set created_at = now()`.execute(server.database.kysely);
  const seen: string[] = [];
  let Before: string | undefined;
  do {
    const page = await asAda().orders({ Limit: 3, ...(Before !== undefined && { Before }) });
    seen.push(...page.Orders.map(({ PublicOrderId }) => PublicOrderId));
    Before = page.Next;
  } while (Before !== undefined);
  expect(seen.toSorted()).toEqual(made.toSorted());
  expect((await asAda().orders({ Game: game })).Orders).toHaveLength(4);
  expect((await server.client(adaInGame).store.orders({})).Orders).toHaveLength(3);
  await expect(server.client(adaInGame).store.orders({ Game: game })).rejects.toMatchObject({ code: 'SignInAgain' });
  expect((await server.client(borys).store.orders({})).Orders).toEqual([]);
  expect((await server.client(borys).store.orders({ Before: made[0] ?? '' })).Orders).toEqual([]);
});

test('the newest order is the first', async () => {
  const [first, second] = [await order(), await paidOrder()];
  const { Orders, Next } = await asAda().orders({});
  expect(Orders.map(({ PublicOrderId, DeliveryState }) => [PublicOrderId, DeliveryState])).toEqual([
    [second.orderId, 'Waiting'],
    [first.orderId, 'None'],
  ]);
  expect(Next).toBeUndefined();
});

test('"I did not get it" sends the same delivery again, once in five minutes, and grants nothing twice', async () => {
  const gameServer = await deliverTo();
  const made = await paidOrder();
  await waitFor(made, 'Delivered');
  const PublicOrderId = made.orderId;
  const [one, other] = await Promise.all([redeliver(made), redeliver(made)]);
  expect(new Set([one?.outcome, other?.outcome])).toEqual(new Set(['Confirmed', 'TooSoon']));
  expect(one?.askAgainAt?.getTime()).toBeGreaterThan(Date.now() + 4 * 60_000);
  expect(await asAda().redeliver({ PublicOrderId })).toEqual({
    Outcome: 'TooSoon',
    AskAgainAt: one?.askAgainAt?.toISOString(),
  });
  expect(gameServer.received).toHaveLength(2);
  expect(gameServer.grants.size).toBe(1);
  expect((await stateOf(made)).Status).toBe('Completed');
  const { History } = await asAda().orderHistory({ PublicOrderId });
  expect(History.map(({ Kind }) => Kind).slice(-2)).toEqual(['delivery-resend-requested', 'sent']);
  await sql`update deliveries set asked_at = asked_at - interval '6 minutes'`.execute(server.database.kysely);
  gameServer.answer = { status: 500 };
  expect((await redeliver(made))?.outcome).toBe('Failed');
  expect((await stateOf(made)).Status).toBe('Completed');
});

test('a delivery sent again on request does not count towards the retry limit', async () => {
  const gameServer = await deliverTo();
  gameServer.answer = { status: 500 };
  const made = await paidOrder();
  const PublicOrderId = made.orderId;
  await eventually(async () => (await asAda().orderHistory({ PublicOrderId })).History.some(isFailure));
  for (let count = 0; count < 12; count += 1) {
    await sql`update deliveries set asked_at = null`.execute(server.database.kysely);
    expect((await redeliver(made))?.outcome).toBe('Failed');
  }
  expect((await stateOf(made)).DeliveryState).toBe('Waiting');
});

const isFailure = ({ Kind }: { Kind: string }): boolean => Kind === 'delivery-failed';

test('without an endpoint the game gets a resent delivery when it next pulls', async () => {
  const made = await paidOrder();
  const [DeliveryId = ''] = await pendingIds();
  await asGame().acknowledge({ DeliveryId });
  expect(await pendingIds()).toEqual([]);
  expect(await asAda().redeliver({ PublicOrderId: made.orderId })).toMatchObject({ Outcome: 'WaitsForGame' });
  expect(await pendingIds()).toEqual([DeliveryId]);
  expect(await asGame().acknowledge({ DeliveryId })).toEqual({ Acknowledged: true });
  expect(await pendingIds()).toEqual([]);
});

test("an unpaid or refunded order isn't sent again", async () => {
  const [unpaid, undone] = [await order(), await paidOrder()];
  expect(await asAda().redeliver({ PublicOrderId: unpaid.orderId })).toEqual({ Outcome: 'NotPaid' });
  const [DeliveryId = ''] = await pendingIds();
  await asGame().acknowledge({ DeliveryId });
  await refundTestOrder(server.money.deps, undone);
  expect(await asAda().redeliver({ PublicOrderId: undone.orderId })).toMatchObject({ Outcome: 'NotPaid' });
  const replayed = await server.database.transaction((trx) => replayDelivery(trx, DeliveryId));
  expect(replayed).toBe('undone');
});
