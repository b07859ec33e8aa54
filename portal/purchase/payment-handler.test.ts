import { expect, test } from 'vitest';
import { PlatformError, type PlatformConnection } from '#platforms/port.browser.ts';
import type { PlatformEntry } from '#portal/platform/platform-entry.ts';
import { resolvePurchaseHandler } from './payment-handler.ts';

const entry: PlatformEntry = { folder: 'fxnative', id: 'FxNative', title: 'A shell', requestKey: 'Shell' };

function ask(entryPurchases: PlatformEntry['purchases'], answer: object, request?: () => Promise<object>) {
  const asked: unknown[] = [];
  const storeAvailability = async (purchaseRequest: unknown) => {
    asked.push(purchaseRequest);
    return answer as { Available: boolean };
  };
  const platform = {
    purchases: request && { request, pay: async () => ({ outcome: 'completed' }) },
  } as unknown as PlatformConnection;
  const played = { entry: { ...entry, ...(entryPurchases && { purchases: entryPurchases }) }, platform };
  return { asked, end: resolvePurchaseHandler(played, 'miner', { storeAvailability }) };
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
