import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { beginSession, endSession } from '#portal/session-token.ts';
import { storage } from '#portal/storage.ts';
import { mockApi } from '#portal/testing/mock-api.ts';
import { sendPushSubscription } from './refresh-push-subscription.ts';

const pushManager = {
  getSubscription: async () => null,
  subscribe: async () => ({ toJSON: () => ({ endpoint: 'https://push.example/2' }) }),
} as unknown as PushManager;

beforeEach(() => {
  vi.stubGlobal('Notification', { permission: 'granted' });
  Object.assign(runtimeConfig, { portal: { WebPushPublicKey: 'BKey' } });
  beginSession('t1');
});
afterEach(() => {
  storage.remove('PushAccount');
  endSession();
});

const visit = async (): Promise<readonly string[]> => {
  const calls = mockApi({ 'profile.get': { AccountId: 'ada' }, 'push.save': { Success: true } });
  await sendPushSubscription({ pushManager });
  return calls.map(({ name }) => name);
};

test('the browser of a subscribed player is registered again', async () => {
  storage.set('PushAccount', 'ada');
  expect(await visit()).toContain('push.save');
});

test.each([
  ['somebody else wanted them', () => storage.set('PushAccount', 'mina')],
  ['nobody wanted them', () => undefined],
  ['the right was taken away', () => vi.stubGlobal('Notification', { permission: 'denied' })],
  ['nobody is signed in', () => endSession()],
])('nothing is registered if %s', async (_, prepare) => {
  if (_ !== 'nobody wanted them') storage.set('PushAccount', 'ada');
  prepare();
  expect(await visit()).not.toContain('push.save');
});
