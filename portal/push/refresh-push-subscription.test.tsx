import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { beginSession, endSession } from '#portal/session-token.ts';
import { storage } from '#portal/storage.ts';
import { mockApi } from '#portal/testing/mock-api.ts';
import { stubGameRegistrations } from '#portal/testing/stub-game-registrations.ts';
import { sendPushSubscription } from './refresh-push-subscription.ts';

const pushManager = {
  getSubscription: async () => null,
  subscribe: async () => ({ toJSON: () => ({ endpoint: 'https://push.example/2' }) }),
} as unknown as PushManager;

const gameKey = 'BFfpd_bbfjPD_nrPKELtmHAJyvVtRYaC_KRHt9PXYqs0xas3cLpXO9_1QUBlZA_7WzRt-oTexNtNaOX1nMRxwuw';

beforeEach(() => {
  stubGameRegistrations();
  vi.stubGlobal('Notification', { permission: 'granted' });
  Object.assign(runtimeConfig, { portal: { WebPushPublicKey: 'BKey' } });
  beginSession('t1');
});
afterEach(() => {
  storage.remove('PushAccount');
  endSession();
});

const visit = async (): Promise<readonly string[]> => {
  const calls = mockApi({
    'profile.get': { AccountId: 'ada' },
    'push.save': { Success: true },
    'push.choices': {
      Topics: [{ Topic: 'miner', On: true, PublicKey: gameKey }],
      QuietFrom: 0,
      QuietUntil: 0,
      Browsers: 1,
    },
  });
  await sendPushSubscription({ pushManager });
  return calls.map(({ name, body }) => (body['GameOnly'] === true ? `${name} ${body['Game'] as string}` : name));
};

test('the browser of a subscribed player is registered again', async () => {
  storage.set('PushAccount', 'ada');
  expect(await visit()).toEqual(expect.arrayContaining(['push.save', 'push.save miner']));
});

test.each([
  ['another player wanted them', () => storage.set('PushAccount', 'mina')],
  ['no player wanted them', () => storage.remove('PushAccount')],
  ['the permission was revoked', () => vi.stubGlobal('Notification', { permission: 'denied' })],
  ['no player is signed in', () => endSession()],
])('nothing is registered if %s', async (_, prepare) => {
  storage.set('PushAccount', 'ada');
  prepare();
  expect(await visit()).not.toContain('push.save');
});
