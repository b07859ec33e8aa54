import { expect, test } from 'vitest';
import {
  createPurchaseParts,
  frameOption,
  order,
  stats,
  transactionId,
  purchaseRequest,
} from '#portal/testing/purchase-parts.ts';
import { createPurchaseState } from './purchase-state.ts';

function begin() {
  const purchase = createPurchaseParts();
  const state = createPurchaseState(purchaseRequest, purchase.parts);
  const names: string[] = [];
  const stop = state.subscribe(() => names.push(state.step().name));
  return { ...purchase, state, names, stop };
}

test('whoever listens is told of every step, until he stops', () => {
  const { state, names, stop } = begin();
  state.go({ name: 'confirming', order });
  stop();
  state.go({ name: 'late', order });
  expect(names).toEqual(['confirming']);
  expect(state.step().name).toBe('late');
});

test('a purchase ends once, and nothing happens after that', async () => {
  const { state, names, events, kept, parts } = begin();
  state.order = order;
  parts.keep(transactionId);
  state.finish({ outcome: 'paid', transactionId, stats });
  state.finish({ outcome: 'failed', message: 'late' });
  state.go({ name: 'late', order });
  state.fail('late');
  expect(await state.ended).toEqual({ outcome: 'paid', transactionId, stats });
  expect(state.signal.aborted).toBe(true);
  expect(names).toEqual(['over']);
  expect(events).toEqual(['sdk_product_purchase_completed']);
  expect(kept()).toBeUndefined();
});

test('the server gets a hint about an order only, and a cancelled purchase is one', async () => {
  const none = begin();
  none.state.cancel('no');
  expect(none.hints()).toEqual([]);
  const some = begin();
  some.state.order = order;
  some.state.cancel('no');
  expect(some.hints()).toEqual(['Cancelled']);
  expect(await some.state.ended).toEqual({ outcome: 'cancelled', message: 'no' });
});

test('a failure keeps the order, whose form it was, and whether a tab may be tried', () => {
  const { state } = begin();
  state.order = order;
  state.canUseTab = false;
  state.fail('declined', frameOption);
  expect(state.step()).toEqual({
    name: 'failed',
    order,
    option: frameOption,
    message: 'declined',
    canUseTab: false,
    isTrying: false,
  });
});
