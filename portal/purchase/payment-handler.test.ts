import { expect, test } from 'vitest';
import { PlatformError, type PlatformConnection } from '#platforms/port.browser.ts';
import type { PlatformEntry } from '#portal/platform/platform-entry.ts';
import { canBuyHere, resolvePurchaseHandler } from './payment-handler.ts';

const entry: PlatformEntry = { folder: 'fxnative', id: 'FxNative', title: 'A shell', requestKey: 'Shell' };

function playAt(entryPurchases: PlatformEntry['purchases'], answer: object, request?: () => Promise<object>) {
  const asked: unknown[] = [];
  const storeAvailability = async (purchaseRequest: unknown) => {
    asked.push(purchaseRequest);
    return answer as { Available: boolean };
  };
  const platform = {
    purchases: request && { request, pay: async () => ({ outcome: 'completed' }) },
  } as unknown as PlatformConnection;
  const played = { entry: { ...entry, ...(entryPurchases && { purchases: entryPurchases }) }, platform };
  return { asked, played, calls: { storeAvailability } };
}

function ask(...harness: Parameters<typeof playAt>) {
  const { asked, played, calls } = playAt(...harness);
  return { asked, end: resolvePurchaseHandler(played, 'miner', calls) };
}

test('for most platforms the manifest decides, without a request', async () => {
  for (const purchases of ['portal', 'platform', undefined] as const) {
    const { asked, end } = ask(purchases, {});
    expect([await end, asked]).toEqual([{ handler: purchases }, []]);
  }
});

test("if it varies, the server is asked with the payment's block", async () => {
  const request = async () => ({ Store: 'AppStore' });
  const { asked, end } = ask('per-purchase', { Available: true, TakenBy: 'Portal' }, request);
  expect(await end).toEqual({ handler: 'portal', block: { Shell: { Store: 'AppStore' } } });
  expect(asked).toEqual([{ Game: 'miner', WebPublishingPlatform: 'FxNative', Shell: { Store: 'AppStore' } }]);
  expect(await ask('per-purchase', { Available: true, TakenBy: 'Platform' }).end).toMatchObject({
    handler: 'platform',
  });
  expect(await ask('per-purchase', { Available: false, TakenBy: 'Platform' }).end).toMatchObject({
    handler: undefined,
  });
});

test("an error of the platform's block is reported unchanged", async () => {
  const { asked, end } = ask('per-purchase', {}, async () => {
    throw new PlatformError('Unknown', 'Not authorized');
  });
  await expect(end).rejects.toMatchObject({ message: 'Not authorized' });
  expect(asked).toEqual([]);
});

test('on a phone whose store handles payments the player can buy: the server is asked with the store', async () => {
  const request = async () => ({ Store: 'AppStore', AppStoreCountry: 'DEU' });
  const { asked, played, calls } = playAt('per-purchase', { Available: true, TakenBy: 'Platform' }, request);
  expect(await canBuyHere(played, 'miner', calls)).toBe(true);
  expect(asked).toEqual([
    { Game: 'miner', WebPublishingPlatform: 'FxNative', Shell: { Store: 'AppStore', AppStoreCountry: 'DEU' } },
  ]);
});

test('a page that can’t open the store’s payment can’t buy, although the store supports payments', async () => {
  const { played, calls } = playAt('per-purchase', { Available: true, TakenBy: 'Platform' });
  expect(await canBuyHere(played, 'miner', calls)).toBe(false);
});

test('in other cases the adapter is not asked, because it rejects guests', async () => {
  const request = () => Promise.reject(new PlatformError('Unknown', 'Not authorized'));
  const { asked, played, calls } = playAt('platform', { Available: true }, request);
  expect(await canBuyHere(played, 'miner', calls)).toBe(true);
  expect(asked).toEqual([{ Game: 'miner', WebPublishingPlatform: 'FxNative' }]);
});
