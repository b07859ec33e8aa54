import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createFakePurchaseDeps,
  framePaymentOption,
  testOrder,
  testPurchaseRequest,
  type FakePurchaseOptions,
} from '#portal/testing/fake-purchase.ts';
import { showPaymentForm, handlePaymentFormOutcome } from './pay-in-form.ts';
import { createPurchaseState } from './purchase-state.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function show(behaviour: FakePurchaseOptions = {}) {
  const purchase = createFakePurchaseDeps(behaviour);
  const state = createPurchaseState(testPurchaseRequest, purchase.deps);
  state.order = testOrder;
  showPaymentForm(state, testOrder, framePaymentOption);
  return { ...purchase, state };
}

test('messages of a completed form are ignored', async () => {
  const { state, hints } = show({ statuses: ['Created', 'Payed'] });
  handlePaymentFormOutcome(state, { outcome: 'completed' });
  handlePaymentFormOutcome(state, { outcome: 'failed', message: 'late' });
  handlePaymentFormOutcome(state, { outcome: 'cancelled', message: 'late' });
  expect(hints()).toEqual(['Completed']);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await state.ended).toMatchObject({ outcome: 'paid' });
});

test('messages of a hidden form are ignored', () => {
  const { state } = show();
  state.go({ name: 'away', order: testOrder, tabUrl: 'https://pay.example/1' });
  handlePaymentFormOutcome(state, { outcome: 'completed' });
  expect(state.step().name).toBe('away');
});

test("cancelling in a form ends the purchase, with the form's message", async () => {
  const { state } = show();
  handlePaymentFormOutcome(state, { outcome: 'cancelled', message: 'Changed my mind' });
  expect(await state.ended).toEqual({ outcome: 'cancelled', message: 'Changed my mind' });
});

test.each([
  [['Created', 'Payed'] as const, 'paid'],
  [['Created'] as const, 'cancelled'],
])('a platform’s own dialog that was closed may have taken the money: %j', async (statuses, outcome) => {
  const purchase = createFakePurchaseDeps({ statuses: [...statuses] });
  const state = createPurchaseState(testPurchaseRequest, purchase.deps);
  state.order = testOrder;
  const payHere = async () => ({ outcome: 'completed' }) as const;
  showPaymentForm(state, testOrder, { ...framePaymentOption, payHere });
  handlePaymentFormOutcome(state, { outcome: 'cancelled', message: 'Payment not completed' });
  await vi.advanceTimersByTimeAsync(5000);
  expect(await state.ended).toMatchObject({ outcome });
});

test('a payment confirmed while another form is shown completes only its own form', async () => {
  const { state } = show({ statuses: ['Payed'] });
  await vi.advanceTimersByTimeAsync(5000);
  showPaymentForm(state, testOrder, { ...framePaymentOption });
  await vi.advanceTimersByTimeAsync(5000);
  expect(state.step()).toMatchObject({ name: 'paying', isCompleted: false });
  await vi.advanceTimersByTimeAsync(5000);
  expect(state.step()).toMatchObject({ name: 'paying', isCompleted: true });
  state.cancel('');
});

test("a late status is applied to the purchase's current state", async () => {
  const { state } = show({ statuses: ['Payed'] });
  state.fail('declined', framePaymentOption);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(state.step()).toMatchObject({ name: 'failed', message: 'declined' });
});
