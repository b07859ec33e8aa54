import { expect, test } from 'vitest';
import {
  createFakePurchaseDeps,
  testOrder,
  testPurchaseRequest,
  type FakePurchaseOptions,
} from '#portal/testing/fake-purchase.ts';
import { createPurchaseState } from './purchase-state.ts';
import { sendBuyerInfo } from './send-buyer-info.ts';

function ask(behaviour: FakePurchaseOptions = {}) {
  const purchase = createFakePurchaseDeps(behaviour);
  const state = createPurchaseState(testPurchaseRequest, purchase.deps);
  state.go({ name: 'info', order: testOrder, email: '', isEmailRequired: true, isSending: false, hasFailed: false });
  return { ...purchase, state };
}

test('is saved with the order, without empty fields, and the confirmed payment is opened', async () => {
  const { state, asked } = ask();
  await sendBuyerInfo(state, { email: 'ada@example.org', phone: '', isAutoConfirm: true });
  expect(asked.save).toMatchObject([{ OrderPersonalInfo: { Email: 'ada@example.org', IsAutoConfirm: true } }]);
  expect(asked.save[0]).not.toHaveProperty('OrderPersonalInfo.PhoneNumber');
  expect(state.hasInfo).toBe(true);
  expect(state.step()).toMatchObject({ name: 'paying' });
  state.cancel('');
});

test('is sent once, however often the button is clicked, and only if requested', async () => {
  const { state, asked } = ask();
  const info = { email: 'ada@example.org', phone: '', isAutoConfirm: false };
  await Promise.all([sendBuyerInfo(state, info), sendBuyerInfo(state, info)]);
  await sendBuyerInfo(state, info);
  expect(asked.save).toHaveLength(1);
  state.cancel('');
});
