import { expect, test } from 'vitest';
import type { BridgeHandlers } from '#bridge/handlers.browser.ts';
import { applyLabScenario } from './lab-scenario.ts';

const context = { signal: new AbortController().signal };
const paid = { transactionId: 't1', stats: { currency: 'USD', currencyAmount: 1, usdAmount: 1 } };
const handlers: BridgeHandlers = {
  BuyProduct: async () => paid,
  AdsVideoReady: () => ({ ready: false }),
  AdsVideoShow: async () => ({ outcome: 'failed', reason: 'AdsNotConnected' }),
  GetUrlHash: () => ({ hash: 'x' }),
};
const at = (query: string): BridgeHandlers =>
  applyLabScenario(handlers, new URL(`http://localhost:8080/play/g?${query}`));
const buy = async (query: string): Promise<unknown> => at(query).BuyProduct?.({ sku: 'gems' }, context);
const show = async (query: string): Promise<unknown> => at(query).AdsVideoShow?.({}, context);

test('without a scenario the handlers are unchanged', async () => {
  expect(await buy('lang=de')).toEqual(paid);
  expect(await show('')).toEqual({ outcome: 'failed', reason: 'AdsNotConnected' });
});

test.each([
  ['cancelled', 'UserCancelled'],
  ['failed', 'PaymentFailed'],
  ['paid-but-cancelled', 'UserCancelled'],
])('a payment with the scenario %s ends with %s', async (payment, code) => {
  await expect(buy(`lab-payment=${payment}`)).rejects.toMatchObject({ code });
});

test.each(['paid', 'webhook-late', 'webhook-twice', 'ask'])(
  'a payment with the scenario %s is made',
  async (payment) => {
    expect(await buy(`lab-payment=${payment}`)).toEqual(paid);
  },
);

test.each([
  ['finished', true, { outcome: 'finished' }],
  ['skipped', true, { outcome: 'skipped' }],
  ['no-fill', false, { outcome: 'failed', reason: 'Unknown' }],
])('an ad with the scenario %s ends that way, and is available: %s', async (ad, ready, result) => {
  expect(await show(`lab-ad=${ad}`)).toEqual(result);
  expect(at(`lab-ad=${ad}`).AdsVideoReady?.({}, context)).toEqual({ ready });
});
