import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Sdk } from '#sdk/sdk.ts';
import type { PageLink } from '../kit/page-link.browser.ts';
import { createTestLink } from '../testing/create-test-link.ts';
import { testMembers } from '../testing/test-members.ts';
import { answerBundledLibrary } from './answer-bundled-library.browser.ts';
import { manifest } from './compat.ts';
import { createVkBridge } from './core.browser.ts';
import type { VKBridge } from './vendor-types.ts';

type Send = (method: string, params?: object) => Promise<unknown>;

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('confirm', () => true);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(() => Reflect.deleteProperty(window, 'AndroidBridge'));

const texts = manifest.calls.filter(({ isText }) => isText);

const open = (...given: Parameters<typeof createTestLink>) => {
  const testing = createTestLink(...given);
  const bridge = createVkBridge(testing.link);
  return { ...testing, bridge, send: bridge.send as Send };
};

/** The vendor's error number. */
const failureOf = (result: Promise<unknown>): Promise<unknown> =>
  result.then(
    (value) => ({ resolved: value }),
    (error: { error_type: string; error_data: { error_code: number } }) =>
      error.error_type === 'client_error' ? error.error_data.error_code : error,
  );

/** A portal on VK. What it passes on to VK is in `passed`. */
function createVkLink() {
  const { link, sdk, emit } = createTestLink();
  const passed: unknown[] = [];
  const onVk = new Proxy(sdk, {
    get: (target, name) => {
      if (name === 'call')
        return async (_: string, request: { method: string }) => {
          passed.push(request);
          if (request.method === 'VKWebAppGetEmail') throw Object.assign(new Error('no'), { code: 'NotSupported' });
          return { data: { from: 'VK' } };
        };
      if (name === 'player') {
        const info = target.player.info;
        const social = { ...info?.social, social: 'VkontakteCom', userId: '12345' };
        return { ...target.player, info: info && { ...info, social } };
      }
      return Reflect.get(target, name) as unknown;
    },
  });
  const openSdk = async (): Promise<Sdk> => {
    await link.openSdk();
    return onVk;
  };
  return { passed, emit, bridge: createVkBridge({ ...link, openSdk } satisfies PageLink) };
}

describe('members', () => {
  const asError = (error: { error_data?: { error_code: number } }): never => {
    throw Object.assign(new Error('VK'), { code: `vk ${error.error_data?.error_code}` });
  };
  testMembers({
    create: (link) => {
      const bridge = createVkBridge(link);
      const send: Send = (method, params) => (bridge.send as Send)(method, params).catch(asError);
      return {
        ...bridge,
        send,
        sendPromise: send,
        ...Object.fromEntries(texts.map(({ call }) => [call, (params?: object) => send(call, params)])),
      };
    },
    connect: ({ send }) => send('VKWebAppInit'),
    described: manifest.calls.map(({ call }) => call),
    codes: ['vk 1', 'vk 3', 'vk 4', 'vk 5', 'vk 6', 'vk 20'],
    args: [
      [{ ad_format: 'reward' }],
      [{ key: 'a', value: 'b' }],
      [{ keys: ['a'] }],
      [{ user_result: 3 }],
      [{ link: 'https://vk.com/app1' }],
    ],
  });

  it('support what the manifest says', async () => {
    const { bridge, send } = open();
    for (const { call, does } of texts) {
      const isMissing = /[Ee]rror 6 \(unsupported platform\)/.test(does);
      expect(await bridge.supportsAsync(call as 'VKWebAppInit'), call).toBe(
        !isMissing && call !== 'SetSupportedHandlers',
      );
      if (isMissing) expect(await failureOf(send(call)), call).toBe(6);
    }
    expect(bridge.supports('toString' as 'VKWebAppInit')).toBe(false);
  });
});

describe('ads', () => {
  it.each([
    ['finished', { resolved: { result: true } }],
    ['skipped', 4],
    ['failed', 1],
  ] as const)('%s', async (ads, outcome) => {
    const { send } = open({ ads });
    expect(await send('VKWebAppCheckNativeAds', { ad_format: 'reward' })).toEqual({ result: true });
    expect(await failureOf(send('VKWebAppShowNativeAds', { ad_format: 'reward' }))).toEqual(outcome);
  });

  it('that are not there are error 20, and a second one at once is refused', async () => {
    expect(await failureOf(open().send('VKWebAppShowBannerAd', { banner_location: 'top' }))).toBe(20);
    const { send } = open();
    await send('VKWebAppInit');
    const first = send('VKWebAppShowNativeAds', { ad_format: 'interstitial' });
    expect(await failureOf(send('VKWebAppShowNativeAds', { ad_format: 'interstitial' }))).toBe(10);
    expect(await first).toEqual({ result: true });
  });
});

it('tells listeners of results and failures before the promise settles', async () => {
  const { bridge, send, emit } = open();
  const heard: unknown[] = [];
  bridge.subscribe(({ detail: { type, data } }) => heard.push([type, data]));
  await send('VKWebAppGetClientVersion', { request_id: 7 }).then(() => heard.push('settled'));
  await failureOf(send('VKWebAppGetAuthToken', { request_id: 'a' }));
  emit('FocusChanged', { focused: false, reason: 'other' });
  emit('FocusChanged', { focused: true });
  expect(heard).toEqual([
    ['VKWebAppGetClientVersionResult', expect.objectContaining({ platform: 'web', request_id: 7 })],
    'settled',
    ['VKWebAppAccessTokenFailed', expect.objectContaining({ error_type: 'client_error', request_id: 'a' })],
    ['VKWebAppViewHide', {}],
    ['VKWebAppViewRestore', {}],
  ]);
});

it('stores values, lists keys, and removes a key that is set to an empty value', async () => {
  const { send } = open();
  await send('VKWebAppStorageSet', { key: 'level', value: '3' });
  await send('VKWebAppStorageSet', { key: 'gold', value: 5 });
  expect(await send('VKWebAppStorageGet', { keys: ['level', 'gold', 'none'] })).toEqual({
    keys: [
      { key: 'level', value: '3' },
      { key: 'gold', value: '5' },
      { key: 'none', value: '' },
    ],
  });
  await send('VKWebAppStorageSet', { key: 'level', value: '' });
  expect(await open().send('VKWebAppStorageGetKeys', { count: 20, offset: 0 })).toEqual({ keys: ['gold'] });
  expect(await failureOf(send('VKWebAppStorageSet', { key: 'a b', value: '1' }))).toBe(5);
});

describe('the player', () => {
  it('has one number in the user info and the launch parameters, and no signature of VK', async () => {
    const { send, sdk } = open();
    const user = (await send('VKWebAppGetUserInfo')) as { id: number; first_name: string };
    const launch = (await send('VKWebAppGetLaunchParams')) as { vk_user_id: number; sign: string };
    expect(Number.isSafeInteger(user.id) && user.id > 0).toBe(true);
    expect(user.first_name).not.toBe('');
    expect(launch).toMatchObject({ vk_user_id: user.id, sign: '', vk_platform: 'desktop_web' });
    expect(await failureOf(send('VKWebAppGetUserInfo', { user_id: 1 }))).toBe(6);
    await sdk.player.signIn();
    await sdk.player.refresh();
    expect(await send('VKWebAppGetUserInfo')).toMatchObject({ id: user.id });
  });
});

describe('purchases', () => {
  const product = {
    sku: 'gems',
    name: 'Gems',
    description: '',
    price: 100,
    currency: 'USD',
    localizedPrice: '$1',
    usdPrice: 1,
  };

  it('are consumed, because the game grants them at once', async () => {
    const { send, sdk, calls } = open({ purchases: 'paid', products: [product] });
    expect(await send('VKWebAppShowOrderBox', { type: 'item', item: 'gems' })).toMatchObject({
      success: true,
      status: 'success',
      order_id: expect.any(String),
    });
    expect(calls).toContain('ConsumePurchase');
    expect(await sdk.payments.purchases()).toEqual([]);
  });

  it('end with the vendor’s errors', async () => {
    const cancelled = open({ purchases: 'cancelled', products: [product] });
    expect(await failureOf(cancelled.send('VKWebAppShowOrderBox', { type: 'item', item: 'gems' }))).toBe(4);
    expect(await failureOf(cancelled.send('VKWebAppShowOrderBox', { type: 'item', item: 'none' }))).toBe(5);
    expect(await failureOf(open({}, true).send('VKWebAppShowOrderBox', { type: 'item', item: 'gems' }))).toBe(6);
  });
});

it('shares links to the game here instead of those to the game on VK', async () => {
  const { bridge, sdk } = open();
  const shareLink = vi.spyOn(sdk.ui, 'shareLink');
  for (const link of ['https://vk.com/app51000001#level=3', 'https://vk.com/club1', undefined])
    await bridge.send('VKWebAppShare', { ...(link !== undefined && { link }) });
  expect(shareLink.mock.calls).toEqual([
    ['https://play.example/play/miner#level=3'],
    ['https://vk.com/club1'],
    ['https://play.example/play/miner'],
  ]);
});

describe('on VK itself', () => {
  it('methods go to VK, except those that are always ours', async () => {
    const { bridge, passed } = createVkLink();
    await bridge.send('VKWebAppInit');
    expect(await bridge.send('VKWebAppGetFriends', { multi: true })).toEqual({ from: 'VK' });
    expect(await bridge.send('VKWebAppCheckNativeAds', { ad_format: 'reward' })).toEqual({ result: true });
    expect(await bridge.send('VKWebAppGetLaunchParams')).toMatchObject({ vk_user_id: 12_345 });
    expect(passed).toEqual([{ method: 'VKWebAppGetFriends', params: { multi: true } }]);
    expect(await failureOf(bridge.send('VKWebAppGetEmail'))).toBe(6);
    expect(bridge.supports('VKWebAppShowStoryBox')).toBe(true);
  });

  it('events of VK reach the game', async () => {
    const { bridge, emit } = createVkLink();
    await bridge.send('VKWebAppInit');
    const heard: unknown[] = [];
    bridge.subscribe(({ detail }) => heard.push(detail));
    emit('PlatformSdkEvent', { type: 'VKWebAppChangeFragment', data: { location: 'x' } });
    emit('PlatformSdkEvent', { type: 'VKWebAppViewHide', data: {} });
    expect(heard).toEqual([{ type: 'VKWebAppChangeFragment', data: { location: 'x' } }]);
  });
});

it('answers a library in the game’s own code in the game’s own window', async () => {
  const { bridge } = open();
  const post = vi.spyOn(window.parent, 'postMessage');
  answerBundledLibrary(window, bridge);
  const heard: unknown[] = [];
  const listener = (event: Event): void => void heard.push((event as CustomEvent).detail);
  addEventListener('VKWebAppEvent', listener);
  const { AndroidBridge } = window as unknown as { AndroidBridge: Record<string, (json?: string) => void> };
  AndroidBridge['VKWebAppGetClientVersion']?.('{"request_id":"1_x"}');
  AndroidBridge['VKWebAppNew']?.('no JSON');
  await vi.waitFor(() => expect(heard.length).toBe(2));
  removeEventListener('VKWebAppEvent', listener);
  expect(heard).toEqual(
    expect.arrayContaining([
      { type: 'VKWebAppGetClientVersionResult', data: expect.objectContaining({ request_id: '1_x' }) },
      { type: 'VKWebAppNewFailed', data: expect.objectContaining({ error_type: 'client_error' }) },
    ]),
  );
  expect([AndroidBridge['then'], AndroidBridge['toString']]).toEqual([undefined, undefined]);
  expect(post).not.toHaveBeenCalled();
  const again: VKBridge = bridge;
  answerBundledLibrary(window, again);
  expect((window as unknown as { AndroidBridge: unknown }).AndroidBridge).toBe(AndroidBridge);
});
