import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { allPermissions } from '#model/operator.ts';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { createOperatorKeys } from '#server/features/operator-keys/operator-keys.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { safeFetch, type SafeFetch } from '#server/http/safe-fetch.ts';
import { createMoneyTestApp, soldGame, soldSku, type MoneyTestApp } from '#server/testing/create-money-test-app.ts';
import { eventually } from '#server/testing/eventually.ts';
import { startGameServer } from '#server/testing/start-game-server.ts';
import { createTestProvider, type TestProvider } from '#server/testing/test-provider.ts';
import { startDeliveryWorker } from './delivery-worker.ts';

const local: SafeFetch = (address, options) => safeFetch(address, { ...options, allowLoopback: true });
let provider: TestProvider;
let server: MoneyTestApp;
let operator: ReturnType<MoneyTestApp['client']>;
/** Of a studio that has only the game. */
let studio: ReturnType<MoneyTestApp['client']>;

beforeAll(async () => {
  provider = createTestProvider(0);
  server = await createMoneyTestApp([provider], { vendorFetch: local });
  operator = await server.operatorClient('admin');
  studio = await server.operatorClient('studio', { games: [soldGame] });
});
afterAll(() => server[Symbol.asyncDispose]());

const auditOf = (kind: string, id: string) =>
  server.database.kysely
    .selectFrom('audit_log')
    .select(['action', 'game', 'after', 'reason'])
    .where('object_kind', '=', kind)
    .where('object_id', '=', id)
    .orderBy('entry_id')
    .execute();

async function buyPaid(): Promise<string> {
  const { TransactionId } = await server
    .client(server.token)
    .store.createPayment({ Game: soldGame, Sku: soldSku, WebPublishingPlatform: 'FxId' });
  const { attempt_id: attemptId } = await server.database.kysely
    .selectFrom('payment_attempts')
    .select('attempt_id')
    .where('order_id', '=', TransactionId)
    .executeTakeFirstOrThrow();
  await server.sendWebhook(provider, [provider.pay(attemptId)]);
  return TransactionId;
}

function deliver(): void {
  const { money, signals, sealer } = server;
  const deps = { ...money.deps, signals, sealer, fetch: local, metrics: createMetrics(), random: Math.random };
  const deliverer = startDeliveryWorker(deps, { pollMs: 50 });
  onTestFinished(() => deliverer.stop({ timeoutMs: 2000 }));
}

test('sets an endpoint, rotates its secret and sends a signed test event', async () => {
  const game = await startGameServer();
  onTestFinished(() => game[Symbol.asyncDispose]());
  await expect(
    studio.operatorWebhooks.setEndpoint({ Game: soldGame, Url: 'ftp://game.example' }),
  ).rejects.toMatchObject({
    code: 'InvalidRequest',
  });
  const { Secret = '' } = await studio.operatorWebhooks.setEndpoint({
    Game: soldGame,
    Url: game.url,
    Reason: 'Our new server',
  });
  expect(Secret).toMatch(/^whsec_/);
  expect(await studio.operatorWebhooks.setEndpoint({ Game: soldGame, Url: game.url })).toEqual({});
  const rotated = await studio.operatorWebhooks.rotateSecret({ Game: soldGame });
  expect(await operator.operatorWebhooks.endpoint({ Game: soldGame })).toMatchObject({
    Endpoint: { Url: game.url, HasOldSecret: true },
  });
  expect(await operator.operatorWebhooks.sendTest({ Game: soldGame })).toMatchObject({ IsAccepted: true, Status: 204 });
  const [got] = game.received;
  for (const secret of [Secret, rotated.Secret])
    expect(new Webhook(secret).verify(got?.body ?? '', got?.headers as Record<string, string>)).toMatchObject({
      type: 'webhook.test',
      data: { game: soldGame },
    });
  const entries = await auditOf('webhook', soldGame);
  expect(entries[0]).toMatchObject({ game: soldGame, after: { Url: game.url }, reason: 'Our new server' });
  expect(entries.map(({ action }) => action)).toEqual([
    'operatorWebhooks.setEndpoint',
    'operatorWebhooks.setEndpoint',
    'operatorWebhooks.rotateSecret',
    'operatorWebhooks.sendTest',
  ]);
  expect(JSON.stringify(entries)).not.toContain('whsec_');
});

test('shows why a delivery failed, without the account, and sends it again', async () => {
  const game = await startGameServer();
  onTestFinished(() => game[Symbol.asyncDispose]());
  await studio.operatorWebhooks.setEndpoint({ Game: soldGame, Url: game.url });
  game.answer = { status: 500, body: 'no table "gems" for eve@players.example' };
  const orderId = await buyPaid();
  deliver();
  const failed = await eventually(async () => {
    const { Deliveries } = await operator.operatorWebhooks.deliveries({ Game: soldGame, State: 'pending' });
    return Deliveries.find((each) => each.OrderId === orderId && each.LastAttempt?.EndedAt !== undefined);
  });
  expect(failed).toMatchObject({
    GameUid: 'ada',
    LastAttempt: { Number: 1, Status: 500, Response: 'no table "gems" for [email]' },
  });
  const shown = await operator.operatorWebhooks.delivery({ Game: soldGame, DeliveryId: failed.DeliveryId });
  expect(shown.Attempts).toHaveLength(1);
  expect(shown.Payload).toMatchObject({ type: 'order.paid', data: { order_id: orderId, game_uid: 'ada' } });
  expect(JSON.stringify(shown)).not.toContain(server.accountId);
  game.answer = { status: 200, body: '' };
  await operator.operatorWebhooks.redeliver({ Game: soldGame, DeliveryId: failed.DeliveryId, Reason: 'Repaired' });
  await eventually(async () => {
    const { Deliveries } = await operator.operatorWebhooks.deliveries({ Game: soldGame, State: 'acknowledged' });
    return Deliveries.some((each) => each.DeliveryId === failed.DeliveryId);
  });
  await expect(
    operator.operatorWebhooks.redeliver({ Game: 'sky-courier', DeliveryId: failed.DeliveryId }),
  ).rejects.toMatchObject({ code: 'NotFound' });
  await expect(
    operator.operatorWebhooks.delivery({ Game: 'sky-courier', DeliveryId: failed.DeliveryId }),
  ).rejects.toMatchObject({ code: 'NotFound' });
});

test('pages through deliveries', async () => {
  for (let count = 0; count < 3; count += 1) await buyPaid();
  const { Deliveries } = await operator.operatorWebhooks.deliveries({ Game: soldGame });
  const first = await operator.operatorWebhooks.deliveries({ Game: soldGame, Limit: 2 });
  const second = await operator.operatorWebhooks.deliveries({
    Game: soldGame,
    BeforeDeliveryId: first.Deliveries[1]?.DeliveryId ?? '',
  });
  expect([...first.Deliveries, ...second.Deliveries].map(({ DeliveryId }) => DeliveryId)).toEqual(
    Deliveries.map(({ DeliveryId }) => DeliveryId),
  );
});

test('stops sending, and sends again', async () => {
  await operator.operatorWebhooks.setEnabled({ Game: soldGame, IsEnabled: false, Reason: 'Their server is moving' });
  const { Endpoint } = await operator.operatorWebhooks.endpoint({ Game: soldGame });
  expect(Endpoint?.DisabledBecause).toBe('An operator disabled it.');
  await operator.operatorWebhooks.setEnabled({ Game: soldGame, IsEnabled: true });
  expect((await operator.operatorWebhooks.endpoint({ Game: soldGame })).Endpoint?.DisabledAt).toBeUndefined();
  const entries = await server.database.kysely
    .selectFrom('audit_log')
    .select(['before', 'after', 'reason'])
    .where('action', '=', 'operatorWebhooks.setEnabled')
    .orderBy('entry_id')
    .execute();
  expect(entries).toEqual([
    { before: { IsEnabled: true }, after: { IsEnabled: false }, reason: 'Their server is moving' },
    { before: { IsEnabled: false }, after: { IsEnabled: true }, reason: null },
  ]);
  await expect(operator.operatorWebhooks.sendTest({ Game: 'sky-courier' })).rejects.toMatchObject({ code: 'NotFound' });
  await expect(operator.operatorWebhooks.endpoint({ Game: 'nowhere' })).rejects.toMatchObject({ code: 'UnknownGame' });
});

test('creates a key that works, and revokes it', async () => {
  const gameKeys = createGameKeys(server.database, server.sealer);
  const { Key } = await studio.operatorGameKeys.create({ Game: soldGame, Reason: 'For the new server' });
  const KeyId = Key.split('_')[1] ?? '';
  expect(await gameKeys.find(`Bearer ${Key}`)).toMatchObject({ game: soldGame });
  const listed = await operator.operatorGameKeys.list({ Game: soldGame });
  expect(listed.Keys[0]).toMatchObject({ KeyId });
  expect(JSON.stringify(listed)).not.toContain(Key.split('_')[2]);
  await expect(operator.operatorGameKeys.revoke({ Game: 'sky-courier', KeyId })).rejects.toMatchObject({
    code: 'NotFound',
  });
  expect(await studio.operatorGameKeys.revoke({ Game: soldGame, KeyId })).toEqual({ Success: true });
  expect(await gameKeys.find(`Bearer ${Key}`)).toBeUndefined();
  expect((await operator.operatorGameKeys.list({ Game: soldGame })).Keys[0]?.RevokedAt).toBeDefined();
  expect(await auditOf('game-key', KeyId)).toMatchObject([
    { action: 'operatorGameKeys.create', game: soldGame, reason: 'For the new server' },
    { action: 'operatorGameKeys.revoke', game: soldGame },
  ]);
});

test('a key of an operator manages no secrets of games', async () => {
  const key = server.client(await createOperatorKeys(server.database).create('ann', allPermissions));
  for (const call of [
    () => key.operatorGameKeys.create({ Game: soldGame }),
    () => key.operatorGameKeys.revoke({ Game: soldGame, KeyId: '0'.repeat(16) }),
    () => key.operatorWebhooks.setEndpoint({ Game: soldGame, Url: 'https://evil.example' }),
    () => key.operatorWebhooks.rotateSecret({ Game: soldGame }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'Forbidden' });
});

test("a studio sees nothing of another studio's game", async () => {
  const Game = 'sky-courier';
  for (const call of [
    () => studio.operatorWebhooks.endpoint({ Game }),
    () => studio.operatorWebhooks.deliveries({ Game }),
    () => studio.operatorWebhooks.rejected({ Game }),
    () => studio.operatorWebhooks.sendTest({ Game }),
    () => studio.operatorWebhooks.setEnabled({ Game, IsEnabled: false }),
    () => studio.operatorGameKeys.list({ Game }),
    () => studio.operatorGameKeys.create({ Game }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'UnknownGame' });
  await expect(studio.operatorWebhooks.rejected({})).rejects.toMatchObject({ code: 'Forbidden' });
  await expect(studio.operatorOrders.list({ Game: soldGame })).rejects.toMatchObject({ code: 'Forbidden' });
});

test('a new secret or key needs the second factor of the last minutes', async () => {
  const stale = await server.operatorClient('admin', { isStale: true });
  for (const call of [
    () => stale.operatorGameKeys.create({ Game: soldGame }),
    () => stale.operatorWebhooks.rotateSecret({ Game: soldGame }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'StepUpRequired' });
});

test('shows webhooks that were rejected, counted by reason and hour', async () => {
  const url = `/api/v1/hooks/${provider.loaded.folder}`;
  const { payload, headers } = provider.webhook([], 'another secret');
  for (let count = 0; count < 3; count += 1) await server.app.inject({ method: 'POST', url, payload, headers });
  const [first, ...others] = (await operator.operatorWebhooks.rejected({})).Webhooks;
  expect(first).toMatchObject({ Provider: provider.loaded.folder, Outcome: 'Refused', Count: 3 });
  expect(others).toEqual([]);
  expect(JSON.stringify(first)).not.toContain('secret of the portal');
  server.clock.now = new Date(server.clock.now.getTime() + 3_600_000);
  await server.app.inject({ method: 'POST', url, payload, headers });
  const { Webhooks } = await operator.operatorWebhooks.rejected({});
  expect(Webhooks.map(({ Count }) => Count)).toEqual([1, 3]);
  expect((await operator.operatorWebhooks.rejected({ BeforeId: Webhooks[0]?.Id ?? 0 })).Webhooks).toEqual([first]);
  expect((await operator.operatorWebhooks.rejected({ Game: soldGame })).Webhooks).toEqual([]);
  await expect(operator.operatorWebhooks.delivery({ Game: soldGame, DeliveryId: randomUUID() })).rejects.toMatchObject({
    code: 'NotFound',
  });
});
