import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createFakePurchaseDeps,
  testOrder,
  testPurchaseStats,
  testTransactionId,
  testPurchaseRequest,
  type FakePurchaseOptions,
} from '#portal/testing/fake-purchase.ts';
import { createPurchaseState } from './purchase-state.ts';
import { startAwaitingPaymentResult, awaitPaymentResult } from './await-payment-result.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function begin(behaviour: FakePurchaseOptions) {
  const purchase = createFakePurchaseDeps(behaviour);
  return { ...purchase, state: createPurchaseState(testPurchaseRequest, purchase.deps) };
}

test('shows that the payment is being confirmed, and ends once the server confirms it', async () => {
  const { state } = begin({ statuses: ['Payed'] });
  startAwaitingPaymentResult(state, testOrder);
  expect(state.step()).toEqual({ name: 'confirming', order: testOrder });
  expect(await state.ended).toEqual({ outcome: 'paid', transactionId: testTransactionId, stats: testPurchaseStats });
});

test('waits until the buyer has seen the result, even if the payment is confirmed at once', async () => {
  const { state } = begin({ statuses: ['Payed'] });
  const seen = Promise.withResolvers<void>();
  const settled = awaitPaymentResult(state, testOrder, { seen: seen.promise });
  await vi.advanceTimersByTimeAsync(5000);
  expect(state.step().name).toBe('opening');
  seen.resolve();
  await settled;
  expect(state.step().name).toBe('over');
});

test('sends no more requests after the purchase has ended', async () => {
  const { state, asked } = begin({});
  startAwaitingPaymentResult(state, testOrder);
  await vi.advanceTimersByTimeAsync(2000);
  state.finish({ outcome: 'unconfirmed', transactionId: testTransactionId, message: '' });
  const before = asked.status.length;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked.status).toHaveLength(before);
});
