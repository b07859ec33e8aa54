import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createWebhookEndpoints } from '#server/features/deliveries/endpoints.ts';
import { startDeliveryWorker } from '#server/features/deliveries/delivery-worker.ts';
import { replayDelivery } from '#server/features/deliveries/replay-delivery.ts';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { createLog } from '#server/http/log.ts';
import { createMetrics } from '#server/http/metrics.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { eventually } from '#server/testing/eventually.ts';
import { deliverWaitingRewards } from './grant-reward.ts';

const game = 'gem-miner';
const other = 'sky-courier';
let server: TestApp;
let key: string;
let otherKey: string;
let secret: string;
let statuses: number[] = [];
let posted: { headers: Record<string, string>; body: string }[] = [];

const gameServer: SafeFetch = async (_, { headers = {}, body = '' } = {}) => {
  posted.push({ headers, body: String(body) });
  return { status: statuses.shift() ?? 204, headers: {}, body: Buffer.from(''), text: () => '' } as never;
};

beforeAll(async () => {
  server = await createTestApp({ vendorFetch: gameServer });
  await buildGames(server.database, [game, other]);
  const gameKeys = createGameKeys(server.database, server.sealer);
  [key, otherKey] = [await gameKeys.create(game), await gameKeys.create(other)];
  await server.database.kysely
    .insertInto('products')
    .values([
      { ...product('gems', 'Gems', 'Edelsteine'), quantity: 100, payload: 'bag' },
      { ...product('chest', 'Chest', 'Truhe'), additional_skus: ['gems'] },
      { ...product('kite', 'Kite', 'Drachen'), game: other },
    ])
    .execute();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  [posted, statuses] = [[], []];
  const { kysely } = server.database;
  for (const table of ['quest_rewards', 'quests', 'in_game_events', 'deliveries', 'webhook_endpoints'] as const)
    await kysely.deleteFrom(table).execute();
});

function product(sku: string, en: string, de: string) {
  const names = JSON.stringify({ en, de });
  return { game, sku, position: 0, product_type: 'Consumable', names, descriptions: '{}', quantity: 1 };
}

const rewardOf = (sku: string, count = 1, of = game) => JSON.stringify({ game: of, products: [{ sku, count }] });

async function addQuest(quest: { goal: number; reward?: string | null; reported_by?: 'page' | 'server' }) {
  const quest_id = randomUUID();
  const fields = { reward: rewardOf('gems', 2), reported_by: 'server' as const, ...quest };
  await server.database.kysely
    .insertInto('quests')
    .values({ quest_id, game, titles: '{"en":"Dig"}', code: 'dig', ...fields })
    .execute();
  return quest_id;
}

async function startPlayer(games = [game]) {
  const uid = `uid-${randomUUID()}`;
  const accountId = await buildAccount(server.database, { games: games.map((each) => ({ game: each, uid })) });
  const { token } = await server.sessions.begin(accountId);
  const client = server.client(token);
  return {
    accountId,
    uid,
    fromPage: () => client.crossPlay.send({ GameSystemName: game, EventCode: 'dig' }),
    fromServer: (EventId: string = randomUUID()) =>
      server.client(key).crossPlay.report({ GameUid: uid, EventId, EventCode: 'dig' }),
    quests: async () => (await client.crossPlay.myQuests({})).Quests,
    connect: (to: string) =>
      server.database.kysely
        .insertInto('connected_games')
        .values({ account_id: accountId, game: to, game_uid: `${to}-${uid}` })
        .execute(),
  };
}

const pull = async (by = key) => (await server.client(by).deliveries.pending({})).Deliveries;

test("an event from the game's server completes the quest, and the reward waits in the game's deliveries", async () => {
  const QuestId = await addQuest({ goal: 2 });
  const { accountId, uid, fromServer, quests } = await startPlayer();
  expect((await fromServer()).Quests).toMatchObject([{ Id: QuestId, Progress: 1, Done: false }]);
  expect(await pull()).toEqual([]);
  expect((await quests())[0]?.Reward).toEqual({
    Game: game,
    Products: [{ Sku: 'gems', Name: 'Gems', Count: 2 }],
    State: 'Locked',
  });
  expect((await fromServer()).Quests).toMatchObject([{ Progress: 2, Done: true, Reward: { State: 'Sent' } }]);
  const [delivery, ...more] = await pull();
  expect(more).toEqual([]);
  expect(delivery).toMatchObject({
    Type: 'quest.reward',
    QuestId,
    AccountId: accountId,
    GameUid: uid,
    Products: [{ Sku: 'gems', Quantity: 200, Payload: 'bag' }],
  });
  expect(delivery).not.toHaveProperty('PublicOrderId');
  const DeliveryId = delivery?.DeliveryId ?? '';
  await expect(server.client(otherKey).deliveries.acknowledge({ DeliveryId })).rejects.toMatchObject({
    code: 'NotFound',
  });
  expect(await server.client(key).deliveries.acknowledge({ DeliveryId })).toEqual({ Acknowledged: true });
  expect(await server.client(key).deliveries.acknowledge({ DeliveryId })).toEqual({ Acknowledged: true });
  expect(await pull()).toEqual([]);
  expect(await quests()).toMatchObject([{ Reward: { State: 'Received' } }]);
});

test('a reward is granted once: for events at the same time, repeated events, and a goal that is raised', async () => {
  const quest_id = await addQuest({ goal: 1 });
  const { fromServer } = await startPlayer();
  const eventId = randomUUID();
  await Promise.all([...Array.from({ length: 5 }, () => fromServer()), fromServer(eventId), fromServer(eventId)]);
  expect(await pull()).toHaveLength(1);
  await server.database.kysely.updateTable('quests').set({ goal: 100 }).where('quest_id', '=', quest_id).execute();
  await Promise.all(Array.from({ length: 100 }, () => fromServer()));
  expect(await pull()).toHaveLength(1);
});

test('a lowered goal or an added reward applies with the next event', async () => {
  const quest_id = await addQuest({ goal: 5, reward: null });
  const { fromServer } = await startPlayer();
  for (let count = 0; count < 3; count += 1) await fromServer();
  await server.database.kysely
    .updateTable('quests')
    .set({ goal: 3, reward: rewardOf('chest') })
    .where('quest_id', '=', quest_id)
    .execute();
  expect(await pull()).toEqual([]);
  expect((await fromServer()).Quests).toEqual([]);
  expect(await pull()).toMatchObject([
    {
      Products: [
        { Sku: 'chest', Quantity: 1 },
        { Sku: 'gems', Quantity: 100 },
      ],
    },
  ]);
});

test("events from a page count only for quests that allow it, and no page learns the other quests' events", async () => {
  await addQuest({ goal: 1 });
  const trusting = await addQuest({ goal: 1, reported_by: 'page' });
  await server.database.kysely
    .insertInto('event_rules')
    .values({ rule_id: randomUUID(), game, code: 'boss' })
    .execute();
  const { Rules } = await server.client().crossPlay.rules({ game });
  expect(Rules.filter(({ Code }) => Code === 'dig')).toHaveLength(1);
  await server.database.kysely.deleteFrom('event_rules').execute();
  const { fromPage } = await startPlayer();
  expect((await fromPage()).Quests).toMatchObject([{ Id: trusting, Done: true }]);
  expect(await pull()).toMatchObject([{ QuestId: trusting }]);
});

test('a reward in another game waits until the player plays it', async () => {
  await addQuest({ goal: 1, reward: rewardOf('kite', 1, other) });
  const { accountId, uid, fromServer, quests, connect } = await startPlayer();
  expect((await fromServer()).Quests).toMatchObject([{ Reward: { Game: other, State: 'Waiting' } }]);
  const now = () => new Date();
  expect(await deliverWaitingRewards(server.database, now)).toBe(0);
  await connect(other);
  const delivered = await Promise.all([1, 2, 3].map(() => deliverWaitingRewards(server.database, now)));
  expect(delivered.toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
  expect(await pull()).toEqual([]);
  expect(await pull(otherKey)).toMatchObject([
    { AccountId: accountId, GameUid: `${other}-${uid}`, Products: [{ Sku: 'kite', Quantity: 1 }] },
  ]);
  expect(await quests()).toMatchObject([{ Reward: { State: 'Sent' } }]);
});

test('the worker sends it signed, retries with the same id, and an operator can send it again', async () => {
  const endpoints = createWebhookEndpoints(server.database, server.sealer, () => new Date());
  secret = (await endpoints.set(game, 'https://game.example/hooks')).secret ?? '';
  const QuestId = await addQuest({ goal: 1 });
  const { accountId, uid, fromServer, quests } = await startPlayer();
  statuses = [500];
  await fromServer();
  const [delivery] = await pull();
  const worker = startDeliveryWorker(
    {
      database: server.database,
      signals: server.signals,
      sealer: server.sealer,
      fetch: gameServer,
      log: createLog({ level: 'silent' }),
      now: () => new Date(),
      random: Math.random,
      metrics: createMetrics(),
      sendRefund: () => Promise.reject(new Error('A reward has no money that could go back.')),
    },
    { pollMs: 20 },
  );
  const deliveryId = delivery?.DeliveryId ?? '';
  const { kysely } = server.database;
  onTestFinished(() => worker.stop({ timeoutMs: 4000 }));
  const readDelivery = () =>
    kysely.selectFrom('deliveries').select(['state', 'failures', 'again_at']).executeTakeFirstOrThrow();
  await eventually(async () => (await readDelivery()).failures === 1);
  await kysely
    .updateTable('deliveries')
    .set({ next_attempt_at: new Date(0) })
    .execute();
  await eventually(async () => (await readDelivery()).state === 'acknowledged');
  expect(await quests()).toMatchObject([{ Reward: { State: 'Received' } }]);
  await server.database.transaction((trx) => replayDelivery(trx, deliveryId));
  await eventually(async () => (await readDelivery()).again_at === null);
  expect(posted).toHaveLength(3);
  for (const { headers, body } of posted) {
    expect(headers['webhook-id']).toBe(deliveryId);
    expect(new Webhook(secret).verify(body, headers)).toEqual({
      type: 'quest.reward',
      timestamp: expect.any(String) as string,
      data: {
        quest_id: QuestId,
        delivery_id: deliveryId,
        account_id: accountId,
        game,
        game_uid: uid,
        products: [{ sku: 'gems', quantity: 200, payload: 'bag' }],
      },
    });
  }
});

test("only the game's own server reports, and only for players of that game", async () => {
  await addQuest({ goal: 1 });
  const { uid, fromServer } = await startPlayer();
  const report = (by: string | undefined, GameUid = uid) =>
    server.client(by).crossPlay.report({ GameUid, EventId: randomUUID(), EventCode: 'dig' });
  await expect(report(undefined)).rejects.toMatchObject({ status: 401 });
  await expect(report((await server.sessions.begin(await buildAccount(server.database))).token)).rejects.toMatchObject({
    status: 401,
  });
  await expect(report(otherKey)).rejects.toMatchObject({ code: 'NotFound' });
  await expect(report(key, 'uid-of-nobody')).rejects.toMatchObject({ code: 'NotFound' });
  await expect(fromServer('not an id')).rejects.toMatchObject({ status: 400 });
  expect(await pull()).toEqual([]);
});
