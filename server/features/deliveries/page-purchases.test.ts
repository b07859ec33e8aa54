import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { grantReward } from '#server/features/cross-play/grant-reward.ts';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { countFailedDeliveries } from '#server/features/overview/read-figures.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { safeFetch, type SafeFetch } from '#server/http/safe-fetch.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { eventually } from '#server/testing/eventually.ts';
import { startGameServer, type GameServer } from '#server/testing/start-game-server.ts';
import { createTwoAccounts } from '#server/testing/two-accounts.ts';
import { startDeliveryWorker } from './delivery-worker.ts';
import { createWebhookEndpoints } from './endpoints.ts';
import { endPageRevocations } from './end-page-revocations-job.ts';
import { replayDelivery } from './replay-delivery.ts';
import { addTestOrder, payTestOrder, refundTestOrder, type TestOrder } from './test-orders.ts';

const [game, serverGame] = ['gem-miner', 'sky-courier'];
let server: TestApp;
let keys: Record<string, string>;
let adaId: string;
let ada: string;
let borys: string;
let adaInGame: string;
let adaElsewhere: string;

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database, [game, serverGame]);
  adaId = await buildAccount(server.database, { games: [{ game, uid: 'g-7' }] });
  const gameKeys = createGameKeys(server.database, server.sealer);
  keys = { [game]: await gameKeys.create(game), [serverGame]: await gameKeys.create(serverGame) };
  ada = (await server.sessions.begin(adaId)).token;
  borys = (await server.sessions.begin(await buildAccount(server.database))).token;
  adaInGame = (await server.sessions.begin(adaId, { begunBy: 'Game', game })).token;
  adaElsewhere = (await server.sessions.begin(adaId, { begunBy: 'Game', game: serverGame })).token;
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await sql`truncate quest_rewards, delivery_attempts, deliveries, order_events, payment_events, ledger, refunds, payment_attempts, orders, webhook_endpoints cascade`.execute(
    server.database.kysely,
  );
  await receiveIn('Page');
});

async function receiveIn(where: 'Page' | 'Server'): Promise<void> {
  await sql`update games set config = config || ${JSON.stringify({ PurchasesIn: where })}::jsonb where game = ${game}`.execute(
    server.database.kysely,
  );
  // Until this node has heard of it.
  const isOpen = async () =>
    server
      .client(ada)
      .pagePurchases.list({ Game: game })
      .then(
        () => true,
        () => false,
      );
  await eventually(async () => (await isOpen()) === (where === 'Page'));
}

async function paidOrder(of: string = game): Promise<TestOrder> {
  const made = await addTestOrder(server.database, { game: of, accountId: adaId, gameUid: 'g-7', sku: 'gems-100' });
  await payTestOrder(server.money.deps, made);
  return made;
}

const list = async (token: string = ada) => (await server.client(token).pagePurchases.list({ Game: game })).Purchases;
const listIds = async (token: string = ada) => (await list(token)).map(({ PurchaseId }) => PurchaseId);
const consume = async (PurchaseId: string, token: string = ada) =>
  (await server.client(token).pagePurchases.consume({ Game: game, PurchaseId })).Consumed;
const stateOf = async ({ orderId }: TestOrder) =>
  (await server.client(ada).store.orderHistory({ PublicOrderId: orderId })).Order;
const deliveryOf = ({ orderId }: TestOrder, type: 'order.paid' | 'order.revoked' = 'order.paid') =>
  server.database.kysely
    .selectFrom('deliveries')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('type', '=', type)
    .executeTakeFirstOrThrow();
const endRevocations = () => endPageRevocations(server.money.deps);

async function deliverTo(of: string): Promise<GameServer> {
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

test('the page lists what was paid, oldest first, which acknowledges it, and lists it until it is consumed', async () => {
  const unpaid = await addTestOrder(server.database, { game, accountId: adaId, gameUid: 'g-7', sku: 'gems-100' });
  const first = await paidOrder();
  await sql`update orders set developer_payload = 'level 3'`.execute(server.database.kysely);
  const second = await paidOrder();
  expect((await stateOf(first)).Status).toBe('PayedWaitingForSending');
  expect(await listIds(adaInGame)).toEqual([first.orderId, second.orderId]);
  expect(await stateOf(first)).toMatchObject({ Status: 'Completed', DeliveryState: 'Delivered' });
  expect(await deliveryOf(first)).toMatchObject({ state: 'acknowledged', acknowledged_by: 'page' });
  expect(await list()).toEqual([
    {
      PurchaseId: first.orderId,
      Sku: 'gems-100',
      Quantity: 1,
      PurchasedAt: expect.any(String),
      IsTest: true,
    },
    expect.objectContaining({ PurchaseId: second.orderId }),
  ]);
  expect(await consume(first.orderId)).toBe(true);
  expect(await consume(first.orderId)).toBe(false);
  expect(await listIds()).toEqual([second.orderId]);
  await expect(consume(unpaid.orderId)).rejects.toMatchObject({ code: 'NotFound' });
  const { History } = await server.client(ada).store.orderHistory({ PublicOrderId: first.orderId });
  expect(History.find(({ Kind }) => Kind === 'acknowledged')?.Detail).toMatchObject({ by: 'page' });
});

test('a purchase is consumed once, even by two tabs at once, and without listing it first', async () => {
  const { orderId } = await paidOrder();
  const results = await Promise.all(Array.from({ length: 8 }, () => consume(orderId)));
  expect(results.filter(Boolean)).toHaveLength(1);
  expect(await listIds()).toEqual([]);
  expect((await stateOf({ orderId } as TestOrder)).Status).toBe('Completed');
});

test("a stranger, and a session bound to another game, can't list or consume a player's purchase", async () => {
  const { orderId } = await paidOrder();
  expect(await list(borys)).toEqual([]);
  await expect(consume(orderId, borys)).rejects.toMatchObject({ code: 'NotFound' });
  await expect(list(adaElsewhere)).rejects.toMatchObject({ code: 'SignInAgain' });
  await expect(consume(orderId, adaElsewhere)).rejects.toMatchObject({ code: 'SignInAgain' });
  await expect(server.client().pagePurchases.list({ Game: game })).rejects.toMatchObject({ code: 'Unauthenticated' });
  for (const PurchaseId of [randomUUID(), `${orderId}.1`, `${orderId}.0`, 'nonsense', ''])
    await expect(consume(PurchaseId)).rejects.toMatchObject({ code: 'NotFound' });
  expect(await deliveryOf({ orderId } as TestOrder)).toMatchObject({ state: 'pending' });
});

test('the page of a game that is not set up for it can acknowledge nothing', async () => {
  const made = await paidOrder(serverGame);
  const { pagePurchases } = server.client(ada);
  const refused = { code: 'NotConfigured' };
  await expect(pagePurchases.list({ Game: serverGame })).rejects.toMatchObject(refused);
  await expect(pagePurchases.consume({ Game: serverGame, PurchaseId: made.orderId })).rejects.toMatchObject(refused);
  // The order of another game is unknown in the game that is set up.
  await expect(consume(made.orderId)).rejects.toMatchObject({ code: 'NotFound' });
  expect(await deliveryOf(made)).toMatchObject({ state: 'pending', shown_at: null });
  expect((await server.client(keys[serverGame]).deliveries.pending({})).Deliveries).toHaveLength(1);
});

test('nothing is sent to a server, which can collect nothing either', async () => {
  const gameServer = await deliverTo(game);
  const other = await deliverTo(serverGame);
  const made = await paidOrder();
  await paidOrder(serverGame);
  await eventually(() => other.received.length > 0);
  expect(gameServer.received).toHaveLength(0);
  expect((await server.client(keys[game]).deliveries.pending({})).Deliveries).toEqual([]);
  expect(await listIds()).toEqual([made.orderId]);
});

test('a refund removes a purchase, listed or not, and its revocation ends', async () => {
  const [listed, unseen] = [await paidOrder(), await paidOrder()];
  await refundTestOrder(server.money.deps, unseen);
  expect((await stateOf(unseen)).DeliveryState).toBe('Dropped');
  expect(await listIds()).toEqual([listed.orderId]);
  await refundTestOrder(server.money.deps, listed);
  expect(await list()).toEqual([]);
  await expect(consume(listed.orderId)).rejects.toMatchObject({ code: 'NotFound' });
  expect((await stateOf(listed)).DeliveryState).toBe('Revoking');
  expect(await endRevocations()).toBe(1);
  expect(await stateOf(listed)).toMatchObject({ Status: 'CancelledPaid', DeliveryState: 'Revoked' });
  expect(await endRevocations()).toBe(0);
});

test('a purchase that was consumed before its refund stays consumed', async () => {
  const made = await paidOrder();
  await consume(made.orderId);
  await refundTestOrder(server.money.deps, made);
  expect(await consume(made.orderId)).toBe(false);
  expect(await list()).toEqual([]);
});

test("the products of a bundle, and a quest's reward, are purchases of their own", async () => {
  const made = await addTestOrder(server.database, { game, accountId: adaId, gameUid: 'g-7', sku: 'bundle' });
  const additional = JSON.stringify([{ sku: 'hat', quantity: 3, names: {}, descriptions: {}, type: '', labels: [] }]);
  await sql`update orders set product = product || jsonb_build_object('additional', ${additional}::jsonb)`.execute(
    server.database.kysely,
  );
  await payTestOrder(server.money.deps, made);
  const questId = randomUUID();
  await sql`insert into quests (quest_id, game, code, titles, goal) values (${questId}, ${game}, 'dig', '{}', 1)`.execute(
    server.database.kysely,
  );
  await server.database.transaction((trx) =>
    grantReward(
      trx,
      { accountId: adaId, questId, reward: { game, products: [{ sku: 'coin', count: 5 }] } },
      new Date(),
    ),
  );
  const purchases = await list();
  expect(purchases.map(({ PurchaseId, Sku, Quantity }) => [PurchaseId, Sku, Quantity])).toEqual([
    [made.orderId, 'bundle', 1],
    [`${made.orderId}.1`, 'hat', 3],
    [expect.any(String), 'coin', 5],
  ]);
  const reward = purchases[2]?.PurchaseId ?? '';
  await expect(consume(reward, borys)).rejects.toMatchObject({ code: 'NotFound' });
  expect(await consume(`${made.orderId}.1`)).toBe(true);
  expect(await consume(reward)).toBe(true);
  expect(await consume(reward)).toBe(false);
  expect(await listIds()).toEqual([made.orderId]);
});

test('purchases move with a merge', async () => {
  const made = await paidOrder();
  const identities = [{ type: 'Twitch', id: 'bert' }];
  const { other, client, MergeToken } = await createTwoAccounts(server, { name: 'Anna' }, { name: 'Bert', identities });
  await sql`update orders set account_id = ${other}`.execute(server.database.kysely);
  const { Token } = await client.profile.confirmMerge({ MergeToken, Keep: 'This' });
  expect(await listIds(Token)).toEqual([made.orderId]);
  expect(await list()).toEqual([]);
});

test('"I did not get it" lists nothing twice; an operator can give a purchase again', async () => {
  const made = await paidOrder();
  await consume(made.orderId);
  expect(await server.client(ada).store.redeliver({ PublicOrderId: made.orderId })).toEqual({
    Outcome: 'WaitsForGame',
  });
  expect(await list()).toEqual([]);
  const { delivery_id } = await deliveryOf(made);
  expect(await server.database.transaction((trx) => replayDelivery(trx, delivery_id))).toBe('replayed');
  expect(await listIds()).toEqual([made.orderId]);
  expect(await consume(made.orderId)).toBe(true);
  await refundTestOrder(server.money.deps, made);
  expect(await server.database.transaction((trx) => replayDelivery(trx, delivery_id))).toBe('undone');
});

test('when the setting changes, open deliveries go to the new place, and closed ones to neither', async () => {
  await receiveIn('Server');
  const [taken, open, refunded] = [await paidOrder(), await paidOrder(), await paidOrder()];
  const { Deliveries } = await server.client(keys[game]).deliveries.pending({});
  await server.client(keys[game]).deliveries.acknowledge({ DeliveryId: Deliveries[0]?.DeliveryId ?? '' });
  await refundTestOrder(server.money.deps, refunded);
  await sql`update deliveries set state = 'dead' where order_id = ${open.orderId}`.execute(server.database.kysely);
  expect(await countFailedDeliveries(server.database.kysely)).toBe(1);
  await receiveIn('Page');
  expect(await countFailedDeliveries(server.database.kysely)).toBe(0);
  expect(await listIds()).toEqual([open.orderId]);
  await expect(consume(taken.orderId)).rejects.toMatchObject({ code: 'NotFound' });
  expect((await stateOf(refunded)).DeliveryState).toBe('Revoking');
  await endRevocations();
  expect((await stateOf(refunded)).DeliveryState).toBe('Revoked');
  const later = await paidOrder();
  await receiveIn('Server');
  const gameServer = await deliverTo(game);
  await eventually(() => gameServer.received.length > 0);
  expect((await deliveryOf(later)).acknowledged_by).toBe('webhook');
  expect(gameServer.grants.size).toBe(1);
});
