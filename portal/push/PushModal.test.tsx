import { waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { beginSession } from '#portal/session-token.ts';
import { mockApi } from '#portal/testing/mock-api.ts';
import { renderInPortal } from '#portal/testing/render.tsx';
import { stubGameRegistrations } from '#portal/testing/stub-game-registrations.ts';
import { recordLogMessages } from '#portal/testing/record-log-messages.ts';
import { PushModal } from './PushModal.tsx';

const portalKey = 'BPortalKeyPortalKeyPortalKeyPortalKeyPortalKeyPortalKeyPortalKeyPortalKeyPortalKeyPort';
const gameKey = portalKey.replaceAll('Portal', 'Game');

test.each([
  ['its game’s own on a site for that game', gameKey, 'miner', gameKey],
  ['the portal’s where the game has none', undefined, 'miner', portalKey],
  ['the portal’s where there are other games', undefined, undefined, portalKey],
])('a browser is subscribed with the key that is %s', async (_, own, site, expected) => {
  beginSession('t-push');
  Object.assign(runtimeConfig, { game: site, portal: { WebPushPublicKey: portalKey } });
  const subscribe = vi.fn<(request: object) => Promise<object>>(async () => ({ toJSON: () => ({}) }));
  const pushManager = { getSubscription: async () => null, subscribe };
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: async () => 'granted' });
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve({ pushManager }) } });
  const StorePage = { Title: { en: 'Miner' } };
  mockApi({
    'games.publicConfig': { StorePage, ...(own !== undefined && { WebPushPublicKey: own }) },
    'push.save': { Success: true },
    'profile.get': { AccountId: 'a' },
  });
  const onRegistered = vi.fn<() => void>();
  const logged = recordLogMessages();
  const { press, text } = await renderInPortal(
    <PushModal game="miner" onRegistered={onRegistered} close={() => undefined} />,
  );
  await waitFor(() => expect(text()).toContain('Let Miner send you notifications'));
  await press('OK');
  await waitFor(() => expect([onRegistered.mock.calls.length, ...logged]).toEqual([1]));
  expect(subscribe.mock.calls[0]?.[0]).toMatchObject({ applicationServerKey: expected });
});

test('cancel closes the modal without a subscription', async () => {
  const requestPermission = vi.fn<() => Promise<string>>(async () => 'granted');
  vi.stubGlobal('Notification', { permission: 'default', requestPermission });
  mockApi({ 'games.publicConfig': { StorePage: { Title: { en: 'Miner' } } } });
  const close = vi.fn<() => void>();
  const onRegistered = vi.fn<() => void>();
  const { press, text } = await renderInPortal(<PushModal game="miner" onRegistered={onRegistered} close={close} />);
  await waitFor(() => expect(text()).toContain('Let Miner send you notifications'));
  expect(text()).toContain('Turn on notifications?');
  await press('Cancel');
  expect(close).toHaveBeenCalledOnce();
  expect(requestPermission).not.toHaveBeenCalled();
  expect(onRegistered).not.toHaveBeenCalled();
});

test('on a portal with other games, a game with its own key gets its own subscription', async () => {
  beginSession('t-push');
  Object.assign(runtimeConfig, { basePath: '/portal/', game: undefined, portal: { WebPushPublicKey: portalKey } });
  onTestFinished(() => void Object.assign(runtimeConfig, { basePath: '/' }));
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: async () => 'granted' });
  const browser = stubGameRegistrations();
  const calls = mockApi({
    'games.publicConfig': { StorePage: { Title: { en: 'Miner' } }, WebPushPublicKey: gameKey },
    'push.save': { Success: true },
    'push.choices': {
      Topics: [{ Topic: 'miner', On: true, PublicKey: gameKey }],
      QuietFrom: 22,
      QuietUntil: 8,
      Browsers: 1,
    },
    'profile.get': { AccountId: 'a' },
  });
  const onRegistered = vi.fn<() => void>();
  const { press, text } = await renderInPortal(
    <PushModal game="miner" onRegistered={onRegistered} close={() => undefined} />,
  );
  await waitFor(() => expect(text()).toContain('Let Miner send you notifications'));
  await press('OK');
  await waitFor(() => expect(onRegistered).toHaveBeenCalledOnce());
  expect(browser.scopes().map((scope) => new URL(scope).pathname)).toEqual(['/portal/', '/portal/push/miner/']);
  expect(calls.filter(({ name }) => name === 'push.save').map(({ body }) => body)).toMatchObject([
    { Game: 'miner', PublicKey: portalKey },
    { Game: 'miner', PublicKey: gameKey, GameOnly: true },
  ]);
});
