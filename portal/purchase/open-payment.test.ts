import { expect, test } from 'vitest';
import { ApiError } from '#contract/api-error.ts';
import {
  testPaymentReply,
  createFakePurchaseDeps,
  framePaymentOption,
  tabPaymentOption,
  testPurchaseRequest,
  type FakePurchaseOptions,
} from '#portal/testing/fake-purchase.ts';
import { openPayment } from './open-payment.ts';
import { createPurchaseState } from './purchase-state.ts';

function begin(behaviour: FakePurchaseOptions = {}) {
  const purchase = createFakePurchaseDeps(behaviour);
  return { ...purchase, state: createPurchaseState(testPurchaseRequest, purchase.deps) };
}

const needsEmail = { ...testPaymentReply, PersonalInfoRequirements: { EmailRequirement: { IsRequired: false } } };

test('the buyer confirms first, unless already done; a page in a tab always needs a click', async () => {
  const first = begin();
  await openPayment(first.state, {}, false);
  expect(first.state.step()).toMatchObject({ name: 'confirm', option: framePaymentOption, chosen: 'Card' });
  const sure = begin();
  await openPayment(sure.state, {}, true);
  expect(sure.state.step()).toMatchObject({ name: 'paying', option: framePaymentOption });
  const tab = begin({ options: [tabPaymentOption] });
  await openPayment(tab.state, {}, true);
  expect(tab.state.step()).toMatchObject({ name: 'confirm', option: tabPaymentOption });
  for (const { state } of [first, sure, tab]) state.cancel('');
});

test('a buyer who sent an address is asked again only if no provider accepts the payment yet', async () => {
  const { state } = begin({ answers: [needsEmail], options: [framePaymentOption, undefined] });
  state.hasInfo = true;
  await openPayment(state, {}, false);
  expect(state.step()).toMatchObject({ name: 'confirm' });
  await openPayment(state, {}, false);
  expect(state.step()).toMatchObject({ name: 'info', email: '', isEmailRequired: false });
});

test("the request names the chosen provider and the attempt's parameters", async () => {
  const { state, asked } = begin();
  state.provider = 'Tabs';
  await openPayment(state, { EmbeddingType: 'Redirect' }, false);
  expect(asked.create).toMatchObject([{ Provider: 'Tabs', EmbeddingType: 'Redirect', Sku: 'lamp' }]);
});

test('an unknown payment option is an ordinary failure', async () => {
  const { state, deps, warnings } = begin();
  const broken = { ...deps, findPaymentOption: () => Promise.reject(new Error('no such file')) };
  const other = createPurchaseState(testPurchaseRequest, broken);
  await openPayment(other, {}, false);
  expect(other.step()).toMatchObject({ name: 'failed', message: 'An error occurred during the purchase process' });
  expect(warnings).toEqual(['The payment for lamp of miner could not be opened.']);
  expect(state.step().name).toBe('opening');
});

test('a conflict without an order is a failure, because nothing could have been paid', async () => {
  const conflict = new ApiError({ title: 'Conflict', status: 409, detail: 'Bought already.' }, { Code: 'Conflict' });
  const { state } = begin({ answers: [conflict] });
  await openPayment(state, {}, false);
  expect(state.step()).toMatchObject({ name: 'failed', message: 'Bought already.' });
});
