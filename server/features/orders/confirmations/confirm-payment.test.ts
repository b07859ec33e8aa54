import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buyForTest, readOrderStatus } from '#server/testing/buy-for-test.ts';
import { createMoneyTestApp, type MoneyTestApp } from '#server/testing/create-money-test-app.ts';
import { createTestProvider, testSecret, type TestProvider } from '#server/testing/test-provider.ts';
import { checkAttempt } from '../checks/check-attempt.ts';

let provider: TestProvider;
let server: MoneyTestApp;

beforeAll(async () => {
  provider = createTestProvider(0);
  server = await createMoneyTestApp([provider]);
});
afterAll(() => server[Symbol.asyncDispose]());

async function buy() {
  const { attemptId, amountMinor, currency } = await buyForTest(server, server.token);
  return { attemptId, amountMinor, currency, key: 'one' };
}

const askToConfirm = (confirm: object) =>
  server.app.inject({
    method: 'POST',
    url: `/api/v1/hooks/${provider.loaded.folder}`,
    payload: JSON.stringify({ confirm }),
    headers: { 'x-secret': testSecret },
  });

async function count(act: () => Promise<unknown>): Promise<{ confirmed: number; cancelled: number }> {
  const { confirm, cancel } = provider.calls;
  await act();
  await server.jobs.runDue('payment-confirm');
  return { confirmed: provider.calls.confirm - confirm, cancelled: provider.calls.cancel - cancel };
}

test('an unpaid payment is confirmed once per request', async () => {
  const asked = await buy();
  const counts = await count(async () => {
    expect((await askToConfirm(asked)).statusCode).toBe(200);
    expect((await askToConfirm(asked)).statusCode).toBe(200);
  });
  expect(counts).toEqual({ confirmed: 1, cancelled: 0 });
});

test.each([
  ['another amount', { amountMinor: 1 }],
  ['another currency', { currency: 'XXX' }],
])('%s than the order has is cancelled', async (_, change) => {
  const asked = await buy();
  expect(await count(() => askToConfirm({ ...asked, ...change }))).toEqual({ confirmed: 0, cancelled: 1 });
});

test('a payment for a paid or expired order is cancelled', async () => {
  const asked = await buy();
  await server.database.kysely
    .updateTable('payment_attempts')
    .set({ expires_at: new Date(0) })
    .where('attempt_id', '=', asked.attemptId)
    .execute();
  expect(await count(() => askToConfirm(asked))).toEqual({ confirmed: 0, cancelled: 1 });
});

test('a payment that the records ask to confirm is confirmed once, and the resulting events are applied', async () => {
  const { attemptId, ...asked } = await buy();
  const book = provider.records.get(attemptId);
  if (!book) throw new Error('There is no payment.');
  book.toConfirm = asked;
  const counts = await count(async () => {
    await checkAttempt(server.money.deps, attemptId);
    await checkAttempt(server.money.deps, attemptId);
  });
  expect(counts).toEqual({ confirmed: 1, cancelled: 0 });
  expect(await readOrderStatus(server, book.payment.orderId)).toBe('PayedWaitingForSending');
});

test('an unknown payment is not confirmed', async () => {
  const asked = await buy();
  expect((await askToConfirm({ ...asked, attemptId: randomUUID() })).statusCode).toBe(404);
});
