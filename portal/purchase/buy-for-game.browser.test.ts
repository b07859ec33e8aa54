import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PlatformError } from '#platforms/port.browser.ts';
import type { OpenModal } from '#portal/shell/open-modal.ts';
import { beginSession, endSession } from '#portal/session-token.ts';
import { mockApi, problemResponse } from '#portal/testing/mock-api.ts';
import { startOwnPlatform } from '#portal/testing/start-own-platform.ts';
import { buyForGame } from './buy-for-game.ts';
import { hasPendingPurchase } from './pending-purchase.ts';
import { resumePurchase } from './resume-purchase.ts';

beforeEach(() => {
  beginSession('t1');
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  endSession();
  sessionStorage.clear();
  vi.restoreAllMocks();
});

test.each(['Platform', 'Portal'] as const)(
  "a purchase uses the platform's currency and block, with the payment handler %s",
  async (TakenBy) => {
    const calls = mockApi({
      'store.storeAvailability': { Available: true, TakenBy },
      'store.createPayment': problemResponse(404, 'NotConfigured', 'not set up'),
    });
    const own = await startOwnPlatform(() => true);
    const block = { IpAddress: '{ip}', Uid: '7', Currency: 'RUB' };
    const purchases = {
      currency: 'RUB',
      request: () => block,
      pay: () => Promise.reject(new Error('nothing is opened')),
    };
    const entry = {
      ...own.entry,
      id: 'VkontaktePlay',
      requestKey: 'VkontaktePlay',
      purchases: 'per-purchase',
    } as const;
    const closed: OpenModal = async () => undefined;
    const shop = {
      game: 'miner',
      played: { ...own, entry, platform: { ...own.platform, purchases } },
      openModal: closed,
      cover: <T>(act: () => Promise<T>) => act(),
      signal: new AbortController().signal,
    };
    expect(await buyForGame(shop as never, { sku: 'lamp' })).not.toMatchObject({ outcome: 'paid' });
    const where = { Game: 'miner', WebPublishingPlatform: 'VkontaktePlay', VkontaktePlay: block };
    expect(calls.map(({ name, body }) => [name, body])).toEqual([
      ['store.storeAvailability', where],
      ['store.createPayment', expect.objectContaining({ ...where, Sku: 'lamp', Currency: 'RUB' })],
    ]);
  },
);

/** A platform like Steam's website: it takes the money, and signs players in itself. */
async function openShop(signIn: () => Promise<void>, openModal: OpenModal = async () => undefined) {
  const calls = mockApi({
    'store.storeAvailability': { Available: true, TakenBy: 'Platform' },
    'store.createPayment': {
      TransactionId: 'o1',
      OrderProduct: { Sku: 'lamp', Price: 5, Currency: 'USD', UsdPrice: 5 },
    },
    'store.setOptimisticOrderStatus': { Status: 'Created' },
    'store.getPaymentStatus': { CheckoutStatus: 'Payed' },
  });
  const own = await startOwnPlatform(() => true);
  const entry = { ...own.entry, id: 'Steam', requestKey: 'Steam', purchases: 'per-purchase' } as const;
  const purchases = {
    request: () => ({ Session: 'Web' as const }),
    pay: async () => ({ outcome: 'completed' as const }),
  };
  const shop = {
    game: 'miner',
    played: { ...own, entry, platform: { ...own.platform, purchases, signIn: { open: signIn } } },
    openModal,
    cover: <T>(act: () => Promise<T>) => act(),
    signal: new AbortController().signal,
  };
  return { shop: shop as never, calls };
}

const boughtLamp = { name: 'store.createPayment', token: 't2', body: expect.objectContaining({ Sku: 'lamp' }) };

test('a signed-out buyer signs in at the platform, and the purchase continues', async () => {
  endSession();
  const { shop, calls } = await openShop(async () => beginSession('t2'));
  expect(await buyForGame(shop, { sku: 'lamp' })).toMatchObject({ outcome: 'paid', transactionId: 'o1' });
  expect(calls.find(({ name }) => name === 'store.createPayment')).toMatchObject(boughtLamp);
  expect(hasPendingPurchase()).toBe(false);
});

test('a buyer who closes the sign-in cancels the purchase, and it is not stored', async () => {
  endSession();
  const { shop, calls } = await openShop(() => Promise.reject(new PlatformError('UserCancelled', 'closed')));
  expect(await buyForGame(shop, { sku: 'lamp' })).toEqual({ outcome: 'cancelled', message: 'closed' });
  expect(calls.map(({ name }) => name)).not.toContain('store.createPayment');
  expect(hasPendingPurchase()).toBe(false);
});

const answerWith =
  (yes: boolean, opened: string[]): OpenModal =>
  async (name, props) => {
    opened.push(name);
    (props as { answer?: (chosen: { yes: boolean; ticked: boolean }) => void }).answer?.({ yes, ticked: false });
  };

test('a sign-in that leaves the page: the purchase continues after the return, once, when the buyer confirms it', async () => {
  endSession();
  const before = await openShop(() => new Promise(() => undefined));
  void buyForGame(before.shop, { sku: 'lamp', developerPayload: 'p' });
  await vi.waitFor(() => expect(hasPendingPurchase()).toBe(true));
  beginSession('t2');
  const opened: string[] = [];
  const { shop, calls } = await openShop(async () => undefined, answerWith(true, opened));
  await resumePurchase(shop);
  expect(calls.find(({ name }) => name === 'store.createPayment')).toMatchObject(boughtLamp);
  await resumePurchase(shop);
  expect(opened).toEqual(['confirm']);
});

test('a purchase is not continued for a buyer who declines, who is still signed out, or in another game', async () => {
  const opened: string[] = [];
  const resume = async (isSignedIn: boolean, game: string) => {
    endSession();
    const before = await openShop(() => new Promise(() => undefined));
    void buyForGame(before.shop, { sku: 'lamp' });
    await vi.waitFor(() => expect(hasPendingPurchase()).toBe(true));
    if (isSignedIn) beginSession('t2');
    const { shop, calls } = await openShop(async () => undefined, answerWith(false, opened));
    await resumePurchase({ ...(shop as object), game } as never);
    expect(calls.map(({ name }) => name)).not.toContain('store.createPayment');
    expect(hasPendingPurchase()).toBe(false);
  };
  await resume(false, 'miner');
  await resume(true, 'farm');
  expect(opened).toEqual([]);
  await resume(true, 'miner');
  expect(opened).toEqual(['confirm']);
});
