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

test('of most platforms the manifest says it, and nobody is asked', async () => {
  for (const purchases of ['portal', 'platform', undefined] as const) {
    const { asked, end } = ask(purchases, {});
    expect([await end, asked]).toEqual([{ handler: purchases }, []]);
  }
});

test('where it depends on the moment the server is asked, with the block of the payment', async () => {
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

test('what stands in the way of the block is told as it is', async () => {
  const { asked, end } = ask('per-purchase', {}, async () => {
    throw new PlatformError('Unknown', 'Not authorized');
  });
  await expect(end).rejects.toMatchObject({ message: 'Not authorized' });
  expect(asked).toEqual([]);
});

test('a phone whose store takes the money can buy: the server is asked with the store', async () => {
  const request = async () => ({ Store: 'AppStore', AppStoreCountry: 'DEU' });
  const { asked, played, calls } = playAt('per-purchase', { Available: true, TakenBy: 'Platform' }, request);
  expect(await canBuyHere(played, 'miner', calls)).toBe(true);
  expect(asked).toEqual([
    { Game: 'miner', WebPublishingPlatform: 'FxNative', Shell: { Store: 'AppStore', AppStoreCountry: 'DEU' } },
  ]);
});

test('a page that can’t open the store’s payment can’t buy, although the store would take the money', async () => {
  const { played, calls } = playAt('per-purchase', { Available: true, TakenBy: 'Platform' });
  expect(await canBuyHere(played, 'miner', calls)).toBe(false);
});

test('elsewhere the adapter is not asked, because it turns guests away', async () => {
  const request = () => Promise.reject(new PlatformError('Unknown', 'Not authorized'));
  const { asked, played, calls } = playAt('platform', { Available: true }, request);
  expect(await canBuyHere(played, 'miner', calls)).toBe(true);
  expect(asked).toEqual([{ Game: 'miner', WebPublishingPlatform: 'FxNative' }]);
});
