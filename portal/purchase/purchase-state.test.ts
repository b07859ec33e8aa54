import { expect, test } from 'vitest';
import {
  createFakePurchaseDeps,
  framePaymentOption,
  testOrder,
  testPurchaseStats,
  testTransactionId,
  testPurchaseRequest,
} from '#portal/testing/fake-purchase.ts';
import { createPurchaseState } from './purchase-state.ts';

function begin() {
  const purchase = createFakePurchaseDeps();
  const state = createPurchaseState(testPurchaseRequest, purchase.deps);
  const names: string[] = [];
  const stop = state.subscribe(() => names.push(state.step().name));
  return { ...purchase, state, names, stop };
}

test('listeners are notified of every step until they unsubscribe', () => {
  const { state, names, stop } = begin();
  state.go({ name: 'confirming', order: testOrder });
  stop();
  state.go({ name: 'late', order: testOrder });
  expect(names).toEqual(['confirming']);
  expect(state.step().name).toBe('late');
});

test('a purchase ends once, and later events are ignored', async () => {
  const { state, names, events, kept, deps } = begin();
  state.order = testOrder;
  deps.keep(testTransactionId);
  state.finish({ outcome: 'paid', transactionId: testTransactionId, stats: testPurchaseStats });
  state.finish({ outcome: 'failed', message: 'late' });
  state.go({ name: 'late', order: testOrder });
  state.fail('late');
  expect(await state.ended).toEqual({ outcome: 'paid', transactionId: testTransactionId, stats: testPurchaseStats });
  expect(state.signal.aborted).toBe(true);
  expect(names).toEqual(['over']);
  expect(events).toEqual(['sdk_product_purchase_completed']);
  expect(kept()).toBeUndefined();
});

test('the server gets a hint only for an order, including a cancelled one', async () => {
  const none = begin();
  none.state.cancel('no');
  expect(none.hints()).toEqual([]);
  const some = begin();
  some.state.order = testOrder;
  some.state.cancel('no');
  expect(some.hints()).toEqual(['Cancelled']);
  expect(await some.state.ended).toEqual({ outcome: 'cancelled', message: 'no' });
});

test('a failure keeps the order, its form, and whether a tab can be tried', () => {
  const { state } = begin();
  state.order = testOrder;
  state.canUseTab = false;
  state.fail('declined', framePaymentOption);
  expect(state.step()).toEqual({
    name: 'failed',
    order: testOrder,
    option: framePaymentOption,
    message: 'declined',
    canUseTab: false,
    isTrying: false,
  });
});
