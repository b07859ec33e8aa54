import { expect, test } from 'vitest';
import { ApiError } from '#contract/api-error.ts';
import { createPurchaseCalls } from './purchase-calls.ts';

const refuse = (Code: string) => () =>
  Promise.reject(new ApiError({ title: Code, status: 404, detail: '', instance: '' }, { Code }, undefined, ''));

function calls(pagePurchases: object, { isSignedIn = true, isSetUp = true } = {}) {
  const options = { game: 'miner', isSignedIn: () => isSignedIn, isSetUp: () => isSetUp };
  return createPurchaseCalls(options, { pagePurchases } as never);
}

test('lists and consumes purchases of the game in the frame', async () => {
  const asked: unknown[] = [];
  const { list, consume } = calls({
    list: async (body: unknown) => {
      asked.push(body);
      return {
        Purchases: [
          { PurchaseId: 'a', Sku: 'gems', Quantity: 2, DeveloperPayload: 'x', PurchasedAt: 'now', IsTest: false },
        ],
      };
    },
    consume: async (body: unknown) => {
      asked.push(body);
      return { Consumed: true };
    },
  });
  expect(await list()).toEqual({
    purchases: [
      { purchaseId: 'a', sku: 'gems', quantity: 2, developerPayload: 'x', purchasedAt: 'now', isTest: false },
    ],
  });
  expect(await consume('a')).toEqual({ consumed: true });
  expect(asked).toEqual([{ Game: 'miner' }, { Game: 'miner', PurchaseId: 'a' }]);
});

test.each([
  ['NotConfigured', { code: 'NotSupported' }],
  ['NotFound', { code: 'InvalidRequest', parameter: 'purchaseId' }],
  ['TooManyRequests', { code: 'TooManyRequests' }],
])('the error %s has its code on the bridge', async (code, expected) => {
  await expect(calls({ consume: refuse(code) }).consume('a')).rejects.toMatchObject(expected);
});

test('asks nothing for a player who is not signed in, who has bought nothing', async () => {
  const { list, consume } = calls({}, { isSignedIn: false });
  expect(await list()).toEqual({ purchases: [] });
  await expect(consume('a')).rejects.toMatchObject({ code: 'InvalidRequest', parameter: 'purchaseId' });
});

test('asks nothing for a game whose page gets no purchases', async () => {
  const { list, consume } = calls({}, { isSetUp: false, isSignedIn: false });
  await expect(list()).rejects.toMatchObject({ code: 'NotSupported' });
  await expect(consume('a')).rejects.toMatchObject({ code: 'NotSupported' });
});
