import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OpenModal } from '#portal/shell/open-modal.ts';
import { beginSession, endSession } from '#portal/session-token.ts';
import { mockApi, problemResponse } from '#portal/testing/mock-api.ts';
import { startOwnPlatform } from '#portal/testing/start-own-platform.ts';
import { buyForGame } from './buy-for-game.ts';

beforeEach(() => {
  beginSession('t1');
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  endSession();
  vi.restoreAllMocks();
});

test.each(['Platform', 'Portal'] as const)(
  'in the currency of the platform, with its block, whoever takes the money: %s',
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
