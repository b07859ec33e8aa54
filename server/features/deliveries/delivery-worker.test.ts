import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { listenForNodeSignals, type NodeSignals } from '#server/db/node-signals.ts';
import type { DeliveryPayload } from '#server/db/money-tables.ts';
import { createLog } from '#server/http/log.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { safeFetch, type SafeFetch } from '#server/http/safe-fetch.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { eventually } from '#server/testing/eventually.ts';
import { startGameServer, type GameServer } from '#server/testing/start-game-server.ts';
import {
  startDeliveryWorker,
  type DeliveryWorkerDeps,
  type DeliveryWorker,
  type DeliveryWorkerOptions,
} from './delivery-worker.ts';
import { createWebhookEndpoints, type WebhookEndpoints } from './endpoints.ts';
import { replayDelivery } from './replay-delivery.ts';
import { retryPausesMs } from './retry-schedule.ts';
import { addTestOrder, payTestOrder, refundTestOrder, type TestOrder } from './test-orders.ts';

const [game, otherGame] = ['gem-miner', 'sky-courier'];
let testing: TestDatabase;
let ada: string;
let signals: NodeSignals;
let endpoints: WebhookEndpoints;
let deps: DeliveryWorkerDeps & { takesTestMoney: boolean };
const logged: string[] = [];
const local: SafeFetch = (address, options) => safeFetch(address, { ...options, allowLoopback: true });

beforeAll(async () => {
  testing = await createTestDatabase({ poolSize: 10 });
  await buildGames(testing.database, [game, otherGame]);
  ada = await buildAccount(testing.database);
  const log = createLog({ level: 'warn', write: (line) => logged.push(line) });
  signals = await listenForNodeSignals(testing.connection, log);
  const sealer = createSealer(readConfig({}).secrets);
  const now = () => new Date();
  endpoints = createWebhookEndpoints(testing.database, sealer, now);
  deps = {
    database: testing.database,
    signals,
    log,
    sealer,
    fetch: local,
    now,
    random: Math.random,
    metrics: createMetrics(),
    sendRefund: async () => undefined,
    takesTestMoney: true,
  };
});
afterAll(async () => {
  await signals.close();
  await testing.drop();
});
beforeEach(async () => {
  logged.length = 0;
  for (const table of [
    'delivery_attempts',
    'deliveries',
    'order_events',
    'payment_events',
    'ledger',
    'refunds',
    'payment_attempts',
    'orders',
    'webhook_endpoints',
  ])
    await sql`delete from ${sql.table(table)}`.execute(testing.database.kysely);
});

function start(more: Partial<DeliveryWorkerDeps> = {}, options: DeliveryWorkerOptions = {}): DeliveryWorker {
  const deliverer = startDeliveryWorker({ ...deps, ...more }, { pollMs: 50, ...options });
  onTestFinished(() => deliverer.stop({ timeoutMs: 2000 }));
  return deliverer;
}

async function gameServer(of: string = game): Promise<GameServer> {
  const server = await startGameServer();
  onTestFinished(() => server[Symbol.asyncDispose]());
  await endpoints.set(of, server.url);
  return server;
}

async function order(of: string = game): Promise<TestOrder & { deliveryId: string }> {
  const made = await addTestOrder(testing.database, {
    game: of,
    accountId: ada,
    gameUid: 'g-7',
    sku: 'gems-100',
  });
  expect(await payTestOrder(deps, made)).toBe('applied');
  return { ...made, deliveryId: (await deliveryOf(made.orderId)).delivery_id };
}

const deliveryOf = (orderId: string, type: DeliveryPayload['type'] = 'order.paid') =>
  testing.database.kysely
    .selectFrom('deliveries')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('type', '=', type)
    .executeTakeFirstOrThrow();
const statusOf = async (orderId: string) =>
  (
    await testing.database.kysely
      .selectFrom('orders')
      .select('status')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).status;
const storyOf = async (orderId: string) =>
  (
    await testing.database.kysely
      .selectFrom('order_events')
      .select(['kind', 'detail'])
      .where('order_id', '=', orderId)
      .orderBy('position')
      .execute()
  ).map(({ kind }) => kind);
const completed = (orderId: string) => eventually(async () => (await statusOf(orderId)) === 'Completed');
const failed = (orderId: string, times: number) =>
  eventually(async () => {
    const { failures, lease_until } = await deliveryOf(orderId);
    return failures === times && lease_until === null;
  });
const passTime = (ms: number) =>
  testing.database.transaction(async (trx) => {
    const by = sql`${ms} * interval '1 millisecond'`;
    await sql`update deliveries set next_attempt_at = next_attempt_at - ${by}, lease_until = lease_until - ${by}`.execute(
      trx,
    );
    await sql`update webhook_endpoints set paused_until = paused_until - ${by}`.execute(trx);
  });

test('a paid order reaches the game signed, and its response completes the order', async () => {
  const server = await gameServer();
  const secret = (await endpoints.rotate(game)) ?? '';
  start();
  const { orderId, deliveryId } = await order();
  await completed(orderId);
  const [got] = server.received;
  expect(server.received).toHaveLength(1);
  expect(new Webhook(secret).verify(got?.body ?? '', got?.headers as Record<string, string>)).toMatchObject({
    type: 'order.paid',
    data: {
      order_id: orderId,
      delivery_id: deliveryId,
      account_id: ada,
      game,
      game_uid: 'g-7',
      products: [{ sku: 'gems-100', quantity: 1 }],
      is_test: true,
    },
  });
  expect(got?.id).toBe(deliveryId);
  expect(await storyOf(orderId)).toEqual(['paid', 'status', 'delivery', 'sent', 'acknowledged', 'status']);
  expect(await deliveryOf(orderId)).toMatchObject({ state: 'acknowledged', acknowledged_by: 'webhook', attempts: 1 });
});

test('while a secret changes, both sign', async () => {
  const server = await gameServer();
  const [first, second] = [(await endpoints.rotate(game)) ?? '', (await endpoints.rotate(game)) ?? ''];
  start();
  await completed((await order()).orderId);
  const [got] = server.received;
  for (const secret of [first, second])
    expect(() => new Webhook(secret).verify(got?.body ?? '', got?.headers as Record<string, string>)).not.toThrow();
  const third = (await endpoints.rotate(game)) ?? '';
  await completed((await order()).orderId);
  const later = server.received[1];
  const check = (secret: string) => () =>
    new Webhook(secret).verify(later?.body ?? '', later?.headers as Record<string, string>);
  expect(check(third)).not.toThrow();
  expect(check(second)).not.toThrow();
  expect(check(first)).toThrow('No matching signature');
});

test('a rejected delivery is retried by the schedule with the same id, and fails for good after the last attempt', async () => {
  const server = await gameServer();
  server.answer = { status: 500 };
  start();
  const { orderId, deliveryId } = await order();
  for (const [at, pause] of retryPausesMs.entries()) {
    await failed(orderId, at + 1);
    const { next_attempt_at } = await deliveryOf(orderId);
    const waits = next_attempt_at.getTime() - Date.now();
    expect(waits).toBeGreaterThan(pause * 0.9 - 5000);
    expect(waits).toBeLessThanOrEqual(pause * 1.1 + 1000);
    await passTime(pause * 1.1);
  }
  await eventually(async () => (await deliveryOf(orderId)).state === 'dead');
  expect(server.received).toHaveLength(retryPausesMs.length + 1);
  expect(new Set(server.received.map(({ id }) => id))).toEqual(new Set([deliveryId]));
  expect(await statusOf(orderId)).toBe('PayedWaitingForSending');
  expect(logged.join('')).toContain('npm run hooks -- replay');
  expect((await storyOf(orderId)).at(-1)).toBe('delivery-given-up');

  server.answer = { status: 200 };
  expect(await testing.database.transaction((trx) => replayDelivery(trx, deliveryId))).toBe('replayed');
  await completed(orderId);
  expect(server.received.at(-1)?.id).toBe(deliveryId);
  expect(server.grants).toEqual(new Map([[deliveryId, 1]]));
});

test.each([
  [301, { location: 'https://elsewhere.example/' }],
  [404, {}],
  [500, {}],
])('%i counts as a failure, and no redirect is followed', async (status, headers) => {
  const server = await gameServer();
  server.answer = { status, headers };
  start();
  const { orderId } = await order();
  await failed(orderId, 1);
  expect(server.received).toHaveLength(1);
  expect(await storyOf(orderId)).toContain('delivery-failed');
  expect(await statusOf(orderId)).toBe('PayedWaitingForSending');
});

test.each([
  [429, { 'retry-after': '900' }, 900],
  [503, { 'retry-after': '900' }, 900],
  [502, {}, 5],
  [504, {}, 5],
])('%i pauses the whole game for as long as it requests', async (status, headers, seconds) => {
  const server = await gameServer();
  server.answer = { status, headers };
  start();
  const { orderId } = await order();
  await failed(orderId, 1);
  const { paused_until } = await testing.database.kysely
    .selectFrom('webhook_endpoints')
    .select('paused_until')
    .executeTakeFirstOrThrow();
  const pauseMs = (paused_until?.getTime() ?? 0) - Date.now();
  expect(pauseMs).toBeGreaterThan((seconds - 5) * 1000 - 1000);
  expect(pauseMs).toBeLessThanOrEqual(seconds * 1000);
  const { next_attempt_at } = await deliveryOf(orderId);
  expect(next_attempt_at.getTime() - Date.now()).toBeGreaterThan((seconds - 5) * 1000 - 1000);
  server.answer = { status: 200 };
  await passTime(1000 * 1000);
  await completed(orderId);
});

test('a pause that the game requested ends', async () => {
  const server = await gameServer();
  server.answer = { status: 429, headers: { 'retry-after': '999999999' } };
  start();
  const { orderId } = await order();
  await failed(orderId, 1);
  expect((await deliveryOf(orderId)).next_attempt_at.getTime() - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
  const { paused_until } = await testing.database.kysely
    .selectFrom('webhook_endpoints')
    .select('paused_until')
    .executeTakeFirstOrThrow();
  expect((paused_until?.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(3_600_000);
});

test('410 disables the endpoint until it is enabled again', async () => {
  const server = await gameServer();
  server.answer = { status: 410 };
  const deliverer = start();
  const { orderId } = await order();
  await failed(orderId, 1);
  expect(await endpoints.find(game)).toMatchObject({ disabledBecause: 'It answered 410 Gone.' });
  expect(logged.join('')).toContain('npm run hooks -- enable');
  server.answer = { status: 200 };
  await passTime(3_600_000);
  const second = await order();
  deliverer.wake();
  await completedElsewhere();
  expect(server.received).toHaveLength(1);
  await endpoints.disable(game, undefined);
  await completed(orderId);
  await completed(second.orderId);
});

/** Another game's delivery arrives, so everything else in the same poll has been handled too. */
async function completedElsewhere(): Promise<void> {
  const server = await gameServer(otherGame);
  await completed((await order(otherGame)).orderId);
  expect(server.received).toHaveLength(1);
}

test('a game without endpoint costs nothing: its deliveries wait and are not touched', async () => {
  start();
  const { orderId } = await order();
  await completedElsewhere();
  expect(await deliveryOf(orderId)).toMatchObject({ state: 'pending', attempts: 0, lease_until: null });
});

test("a hanging server delays only its own game, and none of another game's two hundred deliveries", async () => {
  const [hanging, healthy] = [await gameServer(game), await gameServer(otherGame)];
  hanging.answer = 'hang';
  await orders(game, 10);
  // It hangs longer than any test runs.
  const patient: SafeFetch = (address, options) => local(address, { ...options, timeoutMs: 600_000 });
  start({ fetch: patient }, { perGame: 3 });
  await eventually(() => hanging.received.length === 3);
  await orders(otherGame, 200);
  await eventually(async () => (await countCompleted(otherGame)) === 200);
  expect(healthy.grants.size).toBe(200);
  // Its three slots are used, and the rest of its queue waits.
  expect(hanging.received).toHaveLength(3);
  await hanging[Symbol.asyncDispose]();
});

async function orders(of: string, count: number): Promise<void> {
  await Promise.all(
    Array.from({ length: 5 }, async () => {
      for (let made = 0; made < count / 5; made += 1) await order(of);
    }),
  );
}

async function countCompleted(of: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from orders where game = ${of} and status = 'Completed'`.execute(
    testing.database.kysely,
  );
  return rows[0]?.count ?? 0;
}

test('the number of concurrent requests per game is limited', async () => {
  const server = await gameServer();
  let most = 0;
  let now = 0;
  const counting: SafeFetch = async (address, options) => {
    now += 1;
    most = Math.max(most, now);
    try {
      return await local(address, options);
    } finally {
      now -= 1;
    }
  };
  await orders(game, 30);
  start({ fetch: counting }, { perGame: 2 });
  await eventually(() => server.grants.size === 30);
  expect(most).toBe(2);
});

test('a delivery that was sent but not recorded is sent again with the same id: one grant', async () => {
  const server = await gameServer();
  const { orderId, deliveryId } = await order();
  // The node dies after the game responded: nothing is recorded.
  const dying: SafeFetch = async (address, options) => {
    await local(address, options);
    return new Promise(() => undefined);
  };
  const dead = startDeliveryWorker({ ...deps, fetch: dying }, { pollMs: 50 });
  await eventually(() => server.received.length === 1);
  await dead.stop({ timeoutMs: 10 });
  expect(await deliveryOf(orderId)).toMatchObject({ state: 'pending', attempts: 1 });
  start();
  await completedElsewhere();
  // The dead node's lease is still valid.
  expect(server.received).toHaveLength(1);
  await passTime(60_000);
  await completed(orderId);
  expect(server.received.map(({ id }) => id)).toEqual([deliveryId, deliveryId]);
  expect(server.grants).toEqual(new Map([[deliveryId, 1]]));
});

test('two nodes send each delivery once', async () => {
  const server = await gameServer();
  start();
  start();
  await orders(game, 40);
  await eventually(async () => (await countCompleted(game)) === 40);
  expect(server.received).toHaveLength(40);
});

test('a revocation waits until its delivery is closed', async () => {
  const server = await gameServer();
  server.answer = { status: 500 };
  start();
  const { orderId } = await order();
  await failed(orderId, 1);
  const made = await deliveryOf(orderId);
  const { attemptId } = await attemptOf(orderId);
  await refundTestOrder(deps, { orderId, attemptId, priceMinor: 100, currency: 'USD' });
  expect(await statusOf(orderId)).toBe('CancelledPaid');
  await completedElsewhere();
  expect(server.received).toHaveLength(1);
  server.answer = { status: 200 };
  await passTime(10_000);
  await eventually(async () => (await deliveryOf(orderId, 'order.revoked')).state === 'acknowledged');
  const types = server.received.map(({ body }) => (JSON.parse(body) as DeliveryPayload).type);
  expect(types).toEqual(['order.paid', 'order.paid', 'order.revoked']);
  expect(await statusOf(orderId)).toBe('CancelledPaid');
  expect(await testing.database.transaction((trx) => replayDelivery(trx, made.delivery_id))).toBe('undone');
});

const attemptOf = async (orderId: string) => {
  const { attempt_id } = await testing.database.kysely
    .selectFrom('payment_attempts')
    .select('attempt_id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return { attemptId: attempt_id };
};

test('an unsent delivery is dropped when the order is refunded', async () => {
  const made = await order();
  await refundTestOrder(deps, made);
  expect(await deliveryOf(made.orderId)).toMatchObject({ state: 'dropped' });
  const server = await gameServer();
  start();
  await completedElsewhere();
  expect(server.received).toEqual([]);
});

test("private addresses are rejected in production, and the order's history shows it", async () => {
  const server = await gameServer();
  start({ fetch: safeFetch });
  const { orderId } = await order();
  await failed(orderId, 1);
  expect(server.received).toEqual([]);
  const { fault } = await testing.database.kysely
    .selectFrom('delivery_attempts')
    .select('fault')
    .executeTakeFirstOrThrow();
  expect(fault).toBe('Only https addresses are called.');
});

test('stopping waits for running deliveries and leases no more', async () => {
  const server = await gameServer();
  const open = Promise.withResolvers<void>();
  const slow: SafeFetch = async (address, options) => {
    await open.promise;
    return local(address, options);
  };
  const first = await order();
  const deliverer = startDeliveryWorker({ ...deps, fetch: slow }, { pollMs: 50 });
  await eventually(async () => (await deliveryOf(first.orderId)).attempts === 1);
  const stopped = deliverer.stop({ timeoutMs: 10_000 });
  const second = await order();
  open.resolve();
  await stopped;
  expect(await statusOf(first.orderId)).toBe('Completed');
  expect(await deliveryOf(second.orderId)).toMatchObject({ attempts: 0 });
  expect(server.received).toHaveLength(1);
});
