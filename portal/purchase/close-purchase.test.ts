import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createFakePurchaseDeps,
  framePaymentOption,
  testOrder,
  tabPaymentOption,
  testTransactionId,
  testPurchaseRequest,
} from '#portal/testing/fake-purchase.ts';
import { closePurchase, leavePurchase } from './close-purchase.ts';
import { createPurchaseState } from './purchase-state.ts';
import type { PurchaseOutcome, PurchaseStep } from './purchase.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function at(step: PurchaseStep) {
  const { deps } = createFakePurchaseDeps();
  const state = createPurchaseState(testPurchaseRequest, deps);
  state.go(step);
  return state;
}

const paying = {
  name: 'paying',
  order: testOrder,
  option: framePaymentOption,
  isBusy: false,
  isClosing: false,
  isCompleted: false,
} as const;
const notCompleted = { outcome: 'cancelled', message: 'Payment not completed' } as const;
const unconfirmed = {
  outcome: 'unconfirmed',
  transactionId: testTransactionId,
  message: 'Payment not completed',
} as const;

test.each<[PurchaseStep, PurchaseOutcome]>([
  [{ name: 'opening' }, notCompleted],
  [
    {
      name: 'confirm',
      order: testOrder,
      option: framePaymentOption,
      chosen: 'Card',
      isChanging: false,
      hasFailed: false,
    },
    notCompleted,
  ],
  [
    { name: 'info', order: testOrder, email: '', isEmailRequired: true, isSending: false, hasFailed: false },
    { outcome: 'cancelled', message: 'Email input cancelled' },
  ],
  [{ name: 'away', order: testOrder, tabUrl: tabPaymentOption.tabUrl ?? '' }, unconfirmed],
  [{ name: 'confirming', order: testOrder }, unconfirmed],
  [{ name: 'late', order: testOrder }, unconfirmed],
  [
    { name: 'failed', order: testOrder, message: 'declined', canUseTab: true, isTrying: false },
    { outcome: 'failed', message: 'declined' },
  ],
])('closed at %o', async (step, outcome) => {
  const state = at(step);
  closePurchase(state);
  expect(await state.ended).toEqual(outcome);
});

test('a form is asked once to close; a completed one finishes', () => {
  const state = at(paying);
  closePurchase(state);
  closePurchase(state);
  expect(state.step()).toEqual({ ...paying, isClosing: true });
  expect(vi.getTimerCount()).toBe(1);
  const completed = at({ ...paying, isCompleted: true });
  closePurchase(completed);
  leavePurchase(completed);
  expect(completed.step()).toEqual({ ...paying, isCompleted: true });
});

test('a form that closed with its modal is not awaited, unless a payment may be pending', async () => {
  const state = at(paying);
  leavePurchase(state);
  expect(await state.ended).toEqual({ outcome: 'cancelled', message: 'Widget closed before payment completed' });
  const busy = at({ ...paying, isBusy: true });
  leavePurchase(busy);
  expect(busy.step()).toEqual({ name: 'confirming', order: testOrder });
});
