import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createMoneyTestApp, soldGame, soldSku, type MoneyTestApp } from '#server/testing/create-money-test-app.ts';
import { createTestProvider, testSecret, type TestProvider } from '#server/testing/test-provider.ts';

let provider: TestProvider;
let server: MoneyTestApp;
let door: string;

beforeAll(async () => {
  provider = createTestProvider(0);
  server = await createMoneyTestApp([provider]);
  door = `/api/v1/hooks/${provider.loaded.folder}`;
});
afterAll(() => server[Symbol.asyncDispose]());

async function buy(product = { Game: soldGame, Sku: soldSku }) {
  const { TransactionId } = await server
    .client(server.token)
    .store.createPayment({ ...product, WebPublishingPlatform: 'FxId' });
  const attempt = await server.database.kysely
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', TransactionId)
    .executeTakeFirstOrThrow();
  return { orderId: TransactionId, attemptId: attempt.attempt_id };
}

const statusOf = async (orderId: string) =>
  (
    await server.database.kysely
      .selectFrom('orders')
      .select('status')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).status;

const post = (url: string, { payload, headers }: { payload: string; headers: Record<string, string> }) =>
  server.app.inject({ method: 'POST', url, payload, headers });

test('rejects an unsigned webhook and changes nothing', async () => {
  const { orderId, attemptId } = await buy();
  const paid = provider.pay(attemptId);
  const answer = await post(door, provider.webhook([paid], 'another secret'));
  expect(answer.statusCode).toBe(403);
  expect(await statusOf(orderId)).toBe('WaitingForPayment');
});

test('a mismatched payment buys nothing and is recorded for an operator', async () => {
  const { orderId, attemptId } = await buy();
  const paid = provider.pay(attemptId);
  const wrongs = [
    { ...paid, dedupKey: randomUUID(), amountMinor: 198 },
    { ...paid, dedupKey: randomUUID(), currency: 'EUR' },
    { ...paid, dedupKey: randomUUID(), providerPaymentId: 'another' },
  ];
  for (const wrong of wrongs) expect((await post(door, provider.webhook([wrong]))).statusCode).toBe(422);
  expect(await statusOf(orderId)).toBe('WaitingForPayment');
  const kept = await server.database.kysely
    .selectFrom('payment_events')
    .select('outcome')
    .where('order_id', '=', orderId)
    .execute();
  expect(kept.map(({ outcome }) => outcome)).toEqual(['anomaly', 'anomaly', 'anomaly']);
  expect(server.logged.filter((line) => line.includes('Please check')).length).toBeGreaterThanOrEqual(3);
});

test('test payments buy nothing where they are not accepted', async () => {
  const { orderId, attemptId } = await buy();
  const { portalEventSender } = await import('../providers/provider-account.ts');
  const { applyPaymentEvent } = await import('../payment-events/apply-payment-event.ts');
  const strict = { ...server.money.deps, takesTestMoney: false };
  const paid = provider.pay(attemptId);
  expect(await applyPaymentEvent(strict, provider.loaded.folder, paid, portalEventSender)).toBe('anomaly');
  expect(await statusOf(orderId)).toBe('WaitingForPayment');
});

test('a webhook for an unknown order is retried for ten minutes, then quarantined', async () => {
  const { attemptId } = await buy();
  const alien = { ...provider.pay(attemptId), attemptId: randomUUID(), dedupKey: randomUUID() };
  expect((await post(door, provider.webhook([alien]))).statusCode).toBe(503);
  server.clock.now = new Date(server.clock.now.getTime() + 9 * 60_000);
  expect((await post(door, provider.webhook([alien]))).statusCode).toBe(503);
  server.clock.now = new Date(server.clock.now.getTime() + 2 * 60_000);
  expect((await post(door, provider.webhook([alien]))).statusCode).toBe(404);
  const kept = await server.database.kysely
    .selectFrom('payment_events')
    .selectAll()
    .where('dedup_key', '=', alien.dedupKey)
    .execute();
  expect(kept).toMatchObject([{ outcome: 'quarantined', order_id: null }]);
});

test('a quarantined event is applied once its attempt is known', async () => {
  const { orderId, attemptId } = await buy();
  const { attemptId: _, ...byName } = provider.pay(attemptId);
  await server.database.kysely
    .updateTable('payment_attempts')
    .set({ provider_payment_id: null })
    .where('attempt_id', '=', attemptId)
    .execute();
  expect((await post(door, provider.webhook([byName]))).statusCode).toBe(503);
  await server.database.kysely
    .updateTable('payment_attempts')
    .set({ provider_payment_id: byName.providerPaymentId ?? null })
    .where('attempt_id', '=', attemptId)
    .execute();
  expect((await post(door, provider.webhook([byName]))).statusCode).toBe(200);
  expect(await statusOf(orderId)).toBe('PayedWaitingForSending');
});

test('a webhook without proof triggers a check; many trigger one now and one later', async () => {
  const { orderId, attemptId } = await buy();
  const look = { payload: JSON.stringify({ look: attemptId }), headers: provider.webhook([]).headers };
  server.clock.now = new Date(server.clock.now.getTime() + 6000);
  await server.jobs.runDue('payment-check');
  server.clock.now = new Date(server.clock.now.getTime() + 6000);
  provider.calls.read = 0;
  expect((await post(door, look)).statusCode).toBe(200);
  expect(await statusOf(orderId)).toBe('WaitingForPayment');
  provider.pay(attemptId);
  for (let times = 0; times < 20; times += 1) expect((await post(door, look)).statusCode).toBe(200);
  expect(provider.calls.read).toBe(1);
  server.clock.now = new Date(server.clock.now.getTime() + 6000);
  await server.jobs.runDue('payment-check');
  expect(provider.calls.read).toBe(2);
  expect(await statusOf(orderId)).toBe('PayedWaitingForSending');
  const nobody = { payload: JSON.stringify({ look: randomUUID() }), headers: look.headers };
  expect((await post(door, nobody)).statusCode).toBe(404);
  expect((await post(door, { ...look, payload: '{}' })).statusCode).toBe(403);
});

test("if the records can't be read, the provider is asked to retry", async () => {
  const { attemptId } = await buy();
  server.clock.now = new Date(server.clock.now.getTime() + 6000);
  provider.trouble.read = async () => Promise.reject(new Error('down'));
  const look = { payload: JSON.stringify({ look: attemptId }), headers: provider.webhook([]).headers };
  expect((await post(door, look)).statusCode).toBe(503);
  provider.trouble = {};
});

const setOwn = async (game: string, secret: string) => {
  await server.money.deps.settings.write(
    'payments',
    provider.loaded.folder,
    { Secret: secret, NeedsEmail: false },
    { game },
  );
  onTestFinished(async () => void (await removeOwn(game)));
};
const removeOwn = (game: string) => server.money.deps.settings.remove('payments', provider.loaded.folder, game);

test('settings of one game prove nothing about another', async () => {
  const { orderId, attemptId } = await buy();
  await setOwn('sky-courier', 'the secret of another game');
  const webhook = provider.webhook([provider.pay(attemptId)], 'the secret of another game');
  expect((await post(`${door}/sky-courier`, webhook)).statusCode).toBe(503);
  expect(await statusOf(orderId)).toBe('WaitingForPayment');
});

test('a payment keeps its provider account when its game gets its own', async () => {
  const before = await buy();
  await setOwn(soldGame, 'the new secret of the game');
  const own = `${door}/${soldGame}`;
  const byOwn = (attemptId: string) => provider.webhook([provider.pay(attemptId)], 'the new secret of the game');
  // The new account can't prove payments that it did not take.
  expect((await post(own, byOwn(before.attemptId))).statusCode).toBe(503);
  expect(await statusOf(before.orderId)).toBe('WaitingForPayment');
  expect((await post(door, provider.webhook([provider.pay(before.attemptId)]))).statusCode).toBe(200);
  expect(await statusOf(before.orderId)).toBe('PayedWaitingForSending');

  const after = await buy();
  expect((await post(door, provider.webhook([provider.pay(after.attemptId)]))).statusCode).toBe(503);
  expect((await post(own, byOwn(after.attemptId))).statusCode).toBe(200);
  expect(await statusOf(after.orderId)).toBe('PayedWaitingForSending');

  // Back again: the settings of that payment were deleted, so the current account counts.
  const late = await buy();
  await removeOwn(soldGame);
  expect((await post(door, provider.webhook([provider.pay(late.attemptId)]))).statusCode).toBe(200);
  expect(await statusOf(late.orderId)).toBe('PayedWaitingForSending');
});

test("settings moved from the portal to a game still prove earlier payments, even after the portal's are replaced", async () => {
  const { settings } = server.money.deps;
  const { folder } = provider.loaded;
  const { orderId, attemptId } = await buy();
  await setOwn(soldGame, testSecret);
  await settings.write('payments', folder, { Secret: 'the next secret of the portal', NeedsEmail: false });
  onTestFinished(async () => void (await settings.remove('payments', folder)));
  const webhook = provider.webhook([provider.pay(attemptId)]);
  expect((await post(`${door}/${soldGame}`, webhook)).statusCode).toBe(200);
  expect(await statusOf(orderId)).toBe('PayedWaitingForSending');
});

test('a replaced secret proves payments of the old one', async () => {
  const { settings } = server.money.deps;
  const { folder } = provider.loaded;
  const { orderId, attemptId } = await buy();
  await settings.write('payments', folder, { Secret: 'the rotated secret', NeedsEmail: false });
  onTestFinished(async () => void (await settings.remove('payments', folder)));
  const webhook = provider.webhook([provider.pay(attemptId)], 'the rotated secret');
  expect((await post(door, webhook)).statusCode).toBe(200);
  expect(await statusOf(orderId)).toBe('PayedWaitingForSending');
});

test('numbers that another provider account already used still pay orders here', async () => {
  await setOwn('sky-courier', 'the secret of a developer');
  const planted = await buy({ Game: 'sky-courier', Sku: soldSku });
  const honest = await buy();
  const paid = provider.add(honest.attemptId, 'paid', { transactionId: 'n-1', dedupKey: 'paid n-1' });
  const theirName = provider.records.get(planted.attemptId)?.providerPaymentId ?? '';
  const guessed = { ...paid, attemptId: planted.attemptId, providerPaymentId: theirName };
  const { attemptId: _, ...unnamed } = paid;
  const byName = { ...unnamed, dedupKey: 'by name' };
  for (const event of [guessed, byName])
    await post(`${door}/sky-courier`, provider.webhook([event], 'the secret of a developer'));
  expect(await statusOf(planted.orderId)).toBe('PayedWaitingForSending');
  expect(await statusOf(honest.orderId)).toBe('WaitingForPayment');
  expect((await post(door, provider.webhook([paid]))).statusCode).toBe(200);
  expect(await statusOf(honest.orderId)).toBe('PayedWaitingForSending');
  const refunded = { ...paid, kind: 'refunded', dedupKey: 'refunded n-1', transactionId: 'r-1' } as const;
  const theirs = { ...refunded, attemptId: planted.attemptId, providerPaymentId: theirName };
  await post(`${door}/sky-courier`, provider.webhook([theirs], 'the secret of a developer'));
  expect((await post(door, provider.webhook([refunded]))).statusCode).toBe(200);
  expect(await statusOf(honest.orderId)).toBe('CancelledPaid');
});

test('a transaction of another order buys nothing, and is reported to operators once', async () => {
  const first = await buy();
  const paid = provider.pay(first.attemptId);
  expect((await post(door, provider.webhook([paid]))).statusCode).toBe(200);
  const second = await buy();
  const own = {
    attemptId: second.attemptId,
    providerPaymentId: provider.pay(second.attemptId).providerPaymentId ?? '',
  };
  const sameEvent = { ...paid, ...own };
  const sameTransaction = { ...sameEvent, dedupKey: randomUUID() };
  for (const event of [sameEvent, sameEvent, sameTransaction])
    expect((await post(door, provider.webhook([event]))).statusCode).toBe(422);
  expect(await statusOf(second.orderId)).toBe('WaitingForPayment');
  const found = server.database.kysely
    .selectFrom('payment_discrepancies')
    .select(['kind', 'account', 'order_id', 'detail']);
  expect(await found.where('transaction_id', '=', paid.transactionId ?? '').execute()).toEqual([
    {
      kind: 'transaction-conflict',
      account: '',
      order_id: second.orderId,
      detail: expect.stringContaining(first.orderId),
    },
  ]);
  const story = server.database.kysely.selectFrom('order_events').select('kind').where('order_id', '=', second.orderId);
  expect((await story.where('kind', '=', 'anomaly').execute()).length).toBe(1);
});

test('any other request gets a 4xx with a code, or the adapter’s own rejection', async () => {
  const codes = async (url: string, init: object) => {
    const answer = await server.app.inject({ method: 'POST', url, ...init });
    return [answer.statusCode, (JSON.parse(answer.body || '{}') as { Code?: string }).Code];
  };
  expect(await codes('/api/v1/hooks/nobody', { payload: '{}' })).toEqual([404, 'NotFound']);
  expect(await codes(door, { payload: 'x'.repeat(300_000) })).toEqual([413, 'BodyTooLarge']);
  expect(await codes(door, { payload: Buffer.from([0, 255]), headers: { 'content-type': 'x/y' } })).toEqual([
    403,
    undefined,
  ]);
  expect(await codes(door, {})).toEqual([403, undefined]);
  expect(await codes(`${door}/%00`, { payload: '{}' })).toEqual([404, 'NotFound']);
  const get = await server.app.inject({ method: 'GET', url: door });
  expect(get.statusCode).toBe(404);
});
