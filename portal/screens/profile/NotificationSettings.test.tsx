import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { beginSession } from '#portal/session-token.ts';
import { storage } from '#portal/storage.ts';
import { mockApi, problemResponse } from '#portal/testing/mock-api.ts';
import { renderInPortal } from '#portal/testing/render.tsx';
import { stubGameRegistrations } from '#portal/testing/stub-game-registrations.ts';
import { NotificationSettings } from './NotificationSettings.tsx';

const gameKey = 'BFfpd_bbfjPD_nrPKELtmHAJyvVtRYaC_KRHt9PXYqs0xas3cLpXO9_1QUBlZA_7WzRt-oTexNtNaOX1nMRxwuw';
const choices = {
  Topics: [
    { Topic: '@friends', On: true },
    { Topic: '@support', On: true },
    { Topic: '@news', On: true },
    { Topic: 'miner', On: true },
  ],
  QuietFrom: 22,
  QuietUntil: 8,
  Browsers: 1,
};
const games = { Games: [{ GameSystemName: 'miner', Title: 'Gem Miner' }] };

beforeEach(() => {
  storage.remove('PushAccount');
  beginSession('t1');
  Object.assign(runtimeConfig, { portal: { CompanyBranding: { Name: 'Arcadia' }, WebPushPublicKey: 'BKey' } });
});

function stubBrowser() {
  const subscribe = vi.fn<() => Promise<object>>(async () => ({
    toJSON: () => ({ endpoint: 'https://push.example/1' }),
  }));
  const unsubscribe = vi.fn<() => Promise<boolean>>(async () => true);
  let known: object | null = null;
  const pushManager = {
    getSubscription: async () => known,
    subscribe: async () => {
      known = { options: { applicationServerKey: null }, unsubscribe };
      return subscribe();
    },
  };
  const notifications = {
    permission: 'default',
    requestPermission: async () => (notifications.permission = 'granted'),
  };
  vi.stubGlobal('Notification', notifications);
  vi.stubGlobal('navigator', {
    onLine: true,
    userAgent: 'test',
    serviceWorker: { ready: Promise.resolve({ pushManager }), getRegistrations: async () => [] },
  });
  return { unsubscribe };
}

test('each topic has a switch, which reverts if the server rejects it', async () => {
  stubBrowser();
  let isDown = false;
  const calls = mockApi({
    'discovery.named': games,
    'push.choices': choices,
    'push.choose': ({ body }) =>
      isDown
        ? problemResponse(500, 'Unexpected')
        : {
            ...choices,
            Topics: choices.Topics.map((each) => (each.Topic === body['Topic'] ? { ...each, On: false } : each)),
          },
  });
  const { field, text } = await renderInPortal(<NotificationSettings />);
  await waitFor(() => expect(text()).toContain('Friend invitations'));
  field('Support replies').click();
  await waitFor(() => expect(field('Support replies').checked).toBe(false));
  expect(calls.at(-1)?.body).toEqual({ Topic: '@support', On: false });
  isDown = true;
  field('Friend invitations').click();
  await waitFor(() => expect(text()).toContain('Quiet hours'));
  await waitFor(() => expect(field('Friend invitations').checked).toBe(true));
});

test('this browser is subscribed, and unsubscribed when turned off', async () => {
  const { unsubscribe } = stubBrowser();
  const calls = mockApi({
    'discovery.named': games,
    'push.choices': choices,
    'push.save': { Success: true },
    'profile.get': { AccountId: 'a' },
  });
  const { field, text } = await renderInPortal(<NotificationSettings />);
  await waitFor(() => expect(field('Turn on in this browser').checked).toBe(false));
  field('Turn on in this browser').click();
  await waitFor(() => expect(text()).toContain('Notifications are on in this browser.'));
  const saved = calls.find(({ name }) => name === 'push.save')?.body;
  expect(saved).toEqual({
    Platform: 'web',
    Token: '{"endpoint":"https://push.example/1"}',
    PublicKey: 'BKey',
    TimeZone: expect.stringMatching(/./),
  });
  field('Notifications are on in this browser.').click();
  await waitFor(() => expect(text()).toContain('Turn on in this browser'));
  expect(unsubscribe).toHaveBeenCalledOnce();
});

test('a game with its own key is subscribed with it while it is on, and no longer when it or this browser is off', async () => {
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' });
  const browser = stubGameRegistrations();
  const isGameOn = { miner: true };
  const answer = () => ({
    ...choices,
    Topics: [
      { Topic: '@news', On: true },
      { Topic: 'miner', On: isGameOn.miner, PublicKey: gameKey },
    ],
  });
  mockApi({
    'discovery.named': games,
    'push.choices': answer,
    'push.choose': ({ body }) => {
      isGameOn.miner = body['On'] === true;
      return answer();
    },
    'push.save': { Success: true },
    'profile.get': { AccountId: 'a' },
  });
  const paths = () => browser.scopes().map((scope) => new URL(scope).pathname);
  const { field, text } = await renderInPortal(<NotificationSettings />);
  await waitFor(() => expect(text()).toContain('Gem Miner'));
  field('Turn on in this browser').click();
  await waitFor(() => expect(text()).toContain('Notifications are on in this browser.'));
  expect(paths()).toContain('/push/miner/');
  field('Gem Miner').click();
  await waitFor(() => expect(paths()).not.toContain('/push/miner/'));
  field('Gem Miner').click();
  await waitFor(() => expect(paths()).toContain('/push/miner/'));
  field('Notifications are on in this browser.').click();
  await waitFor(() => expect(paths()).not.toContain('/push/miner/'));
});
