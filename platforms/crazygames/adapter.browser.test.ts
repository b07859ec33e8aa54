import { describe, expect, it, vi } from 'vitest';
import {
  createAdapterHarness,
  waitForResult,
  listCapabilitiesOf,
  samplePlayer,
  waitForValue,
} from '../kit/testing/adapter-harness.browser.ts';
import type { ShareResult } from '../port.browser.ts';
import type { BrowserAdapterHarnessOptions } from '../simulator-harness.browser.ts';
import { adapter } from './adapter.browser.ts';
import { crazygames } from './platform.ts';
import { page } from './simulator.browser.ts';

const { begin, open } = createAdapterHarness('crazygames', crazygames, adapter, page);

const guest = { ...samplePlayer, isGuest: true };
const never = new Promise<never>(() => undefined);
const refusal = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

type Script = Record<'user' | 'game' | 'ad' | 'banner', Record<string, unknown>> & { init: () => Promise<void> };

interface Choices extends Partial<BrowserAdapterHarnessOptions> {
  readonly change?: (sdk: Script) => void;
}

async function start({ change, ...parts }: Choices = {}) {
  const reload = vi.fn();
  const server = {
    '/web/token': ({ id, isExpired }: Readonly<Record<string, unknown>>) => ({
      token: `${String(id)}:${String(isExpired)}`,
    }),
    '/web/order': () => ({ name: '100 gems', price: '$0.99' }),
    '/web/pay': () => ({ status: 'paid' }),
  };
  const share = vi.fn(async (): Promise<ShareResult> => ({ outcome: 'shared' }));
  const played = await begin({ server, ...parts }, ({ host }) => ({
    ...host,
    reload,
    portal: { ...host.portal, share: { share } },
    ...parts.host,
    loadScript: async (address) => {
      await host.loadScript(address);
      if (address.endsWith('sdk.js')) change?.(sdkOf(host.window));
    },
  }));
  return { ...played, reload, share, sdk: sdkOf(played.harness.host.window) };
}

const sdkOf = (window: Window): Script => (window as unknown as { CrazyGames: { SDK: Script } }).CrazyGames.SDK;

const beginWith = (user: object) => (sdk: Script) => {
  const { init } = sdk;
  sdk.init = async () => {
    await init();
    Object.assign(sdk.user, user);
  };
};
const withoutAccounts = beginWith({ isUserAccountAvailable: false });

describe('connecting', () => {
  it.each([
    [undefined, 'https://sdk.crazygames.com/crazygames-sdk-v3.js?v=2'],
    ['2', 'https://sdk.crazygames.com/crazygames-sdk-v2.js?v=2'],
  ])("loads the vendor's script of version %s, with ?v=2 for the browser cache", async (SdkVersion, address) => {
    const loadScript = vi.fn(async () => undefined);
    const harness = await open({ data: { SdkUrl: undefined, SdkVersion }, host: { loadScript } });
    await expect(adapter.connect(harness.host as never)).rejects.toThrow('loaded but defines nothing');
    expect(loadScript).toHaveBeenCalledWith(address);
  });

  it('supports a script of version 2, which has methods instead of values and fewer features', async () => {
    const game = { sdkGameLoadingStart: vi.fn(), sdkGameLoadingStop: vi.fn(), gameplayStart: vi.fn() };
    const user = {
      isUserAccountAvailable: async () => true,
      getSystemInfo: async () => ({ countryCode: 'DE', device: 'mobile' }),
      getUser: async () => ({ username: 'Test.Player1', profilePictureUrl: 'https://images.example/a.png' }),
      getUserToken: async () => 'a token',
    };
    const SDK = { getEnvironment: async () => 'crazygames', user, game, ad: { requestAd: () => undefined } };
    const harness = await open({ globals: { CrazyGames: { SDK } } });
    const platform = await waitForValue(adapter.connect(harness.host as never), harness);
    expect(listCapabilitiesOf(platform)).toEqual([
      'signIn',
      'purchases',
      'video',
      'interstitial',
      'native',
      'lifecycle',
    ]);
    expect(await platform.login()).toEqual({ Token: 'a token', IsGuest: false });
    expect(platform).not.toHaveProperty('language');
    expect(game.sdkGameLoadingStart).toHaveBeenCalledOnce();
    platform.lifecycle?.loaded?.();
    platform.lifecycle?.started?.();
    expect(game.sdkGameLoadingStop).toHaveBeenCalledOnce();
    expect(game.gameplayStart).toHaveBeenCalledOnce();
    platform.dispose();
  });

  it('fails on a page where CrazyGames is disabled', async () => {
    const harness = await open({ globals: { CrazyGames: { SDK: { environment: 'disabled' } } } });
    await expect(adapter.connect(harness.host as never)).rejects.toMatchObject({ code: 'NotSupported' });
  });

  it('reports the language and the invitation’s payload', async () => {
    const change = (sdk: Script) => Object.assign(sdk.game, { getInviteParam: (key: string) => `${key} 7` });
    const { platform } = await start({ scenario: { language: 'de' }, change });
    expect(platform).toMatchObject({ language: 'de-UA', payload: 'payload 7' });
  });
});

describe('the player', () => {
  it('is proved by a token, and shown by name and picture', async () => {
    const { platform } = await start();
    expect(await platform.login()).toEqual({ Token: '100200300:false', IsGuest: false });
    expect(platform.player({ accountId: 'our own id', name: 'Ours' })).toMatchObject({
      userId: 'our own id',
      displayName: 'Ada.Koval',
      photo: { url: expect.stringContaining('/avatar.svg') },
    });
  });

  it.each([
    ['has not signed in', { player: guest }],
    ['has no token', { change: (sdk: Script) => Object.assign(sdk.user, { getUserToken: async () => null }) }],
    ['is where there are no accounts', { change: withoutAccounts }],
  ])('is a guest who %s', async (_, choices: Choices) => {
    const { platform } = await start(choices);
    expect(await platform.login()).toEqual({ IsGuest: true });
    expect(platform.player({ accountId: 'our own id', name: 'Guest 7' })).toMatchObject({ userId: 'our own id' });
  });

  it('is a guest while the script fails, and is requested again', async () => {
    const getUserToken = vi.fn<() => Promise<string>>(refusal('unexpectedError'));
    const { platform, harness } = await start({ change: (sdk) => Object.assign(sdk.user, { getUserToken }) });
    expect(await waitForValue(platform.login(), harness)).toEqual({ IsGuest: true });
    getUserToken.mockImplementation(async () => 'at last');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(harness.events).toEqual(['player']);
    expect(await platform.login()).toEqual({ Token: 'at last', IsGuest: false });
  });

  it('signs in at the platform, and is requested once', async () => {
    const { platform, harness } = await start({ player: guest });
    await platform.login();
    await platform.signIn?.open();
    expect(await platform.login()).toEqual({ Token: '1002003007:false', IsGuest: false });
    expect(harness.dialogTitles).toEqual(['Sign in to CrazyGames']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(harness.events).toEqual([]);
  });

  it.each([
    ['closes the prompt', { answers: ['no'], player: guest }],
    ['does not register', { change: (sdk: Script) => Object.assign(sdk.user, { showAuthPrompt: async () => null }) }],
  ])('gets an error if the player %s', async (_, choices: Choices) => {
    const { platform } = await start(choices);
    await expect(platform.signIn?.open()).rejects.toMatchObject({
      code: 'UserCancelled',
      message: 'No registration to crazygames!',
    });
  });

  it('does not sign in twice', async () => {
    const { platform } = await start();
    await expect(platform.signIn?.open()).resolves.toBeUndefined();
  });
});

describe('a running game', () => {
  async function becoming(change: object, choices: Choices = {}) {
    const played = await start(choices);
    await played.platform.login();
    Object.assign(played.sdk.user, change);
    played.harness.host.window.document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    return played;
  }

  it.each([
    ['no longer a user', { getUser: async () => null }],
    ['no longer a token', { getUserToken: refusal('userNotAuthenticated') }],
    ['another user', { getUser: async () => ({ username: 'Somebody.Else' }) }],
  ])('is signed out and the page reloads when there is %s', async (_, change) => {
    const { platform, harness, reload } = await becoming(change);
    expect(harness.events).toEqual(['player']);
    expect(await platform.login()).toBeUndefined();
    expect(reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    expect(reload).toHaveBeenCalledOnce();
  });

  it.each([
    ['the player is the same', {}],
    ['the player cannot be read', { getUser: refusal('unexpectedError') }],
  ])('continues when %s', async (_, change) => {
    const { harness, reload } = await becoming(change);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(harness.events).toEqual([]);
    expect(reload).not.toHaveBeenCalled();
  });

  it('continues with the known player when a guest signs in next to the game', async () => {
    const { platform, harness, reload, sdk } = await start({ player: guest });
    await platform.login();
    await (sdk.user['showAuthPrompt'] as () => Promise<unknown>)();
    await vi.waitFor(() => expect(harness.events).toEqual(['player']));
    expect(await platform.login()).toEqual({ Token: '1002003007:false', IsGuest: false });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('a purchase', () => {
  const order = {
    orderId: 'order-1',
    sku: 'gems',
    reply: { PaymentToken: 'tok_1', Sandbox: true, ScriptUrl: '' },
  };
  const left = { outcome: 'cancelled', message: 'Payment widget closed before payment completed!' };
  const completed = { outcome: 'completed' };

  it.each([
    ['User accounts not available', { change: withoutAccounts }],
    ['User still not registered', { player: guest }],
    [
      'Failed to get user token',
      { change: (sdk: Script) => Object.assign(sdk.user, { getUserToken: async () => null }) },
    ],
    [
      'Failed to get user token',
      { change: (sdk: Script) => Object.assign(sdk.user, { getUserToken: refusal('unexpectedError') }) },
    ],
  ])('needs a player known to CrazyGames: %s', async (message, choices: Choices) => {
    const { platform } = await start(choices);
    await expect(platform.purchases?.request?.()).rejects.toMatchObject({ name: 'PlatformError', message });
  });

  it('does not wait for a script that does not report whether accounts are available', async () => {
    const { platform, harness } = await start({ change: beginWith({ isUserAccountAvailable: () => never }) });
    for (const ask of [() => platform.purchases?.request?.(), () => platform.signIn?.open()])
      expect(await waitForResult(Promise.resolve(ask()), harness)).toMatchObject({ error: { code: 'Timeout' } });
  });

  it('sends the token that identifies the player to the server', async () => {
    const { platform } = await start();
    expect(await platform.purchases?.request?.()).toEqual({ AccessToken: '100200300:false' });
  });

  async function pay(choices: Choices = {}) {
    const played = await start(choices);
    const reply = {
      ...order.reply,
      ScriptUrl: String(played.harness.host.data?.['SdkUrl' as never]).replace('sdk.js', 'widget.js'),
    };
    const seen = await waitForResult(
      Promise.resolve(played.platform.purchases?.pay({ ...order, reply })),
      played.harness,
    );
    return { ...played, seen };
  }

  it.each([
    ['paid', completed],
    ['ask', completed],
    ['cancelled', left],
    ['paid-but-cancelled', left],
    ['failed', { outcome: 'failed', message: 'Payment failed for some reason!' }],
  ] as const)('that ends as %s has that result', async (payment, end) => {
    const { seen, harness } = await pay({ scenario: { payment } });
    expect(seen).toEqual({ value: end });
    const tracked = end === completed ? ['new', 'done'] : ['new'];
    await vi.waitFor(() =>
      expect(harness.notifications).toEqual(tracked.map((status) => `An order of xsolla was tracked: ${status}.`)),
    );
    expect(harness.dialogTitles).toEqual(payment === 'ask' ? ['Purchase'] : []);
  });

  it('is tracked with our order id, and does not depend on the tracking', async () => {
    const tracked: unknown[] = [];
    const trackOrder = (...given: unknown[]) => (tracked.push(given), refusal('sdkDisabled')());
    const { seen } = await pay({ change: (sdk) => Object.assign(sdk, { analytics: { trackOrder } }) });
    expect(seen).toEqual({ value: completed });
    expect(tracked).toEqual(['new', 'done'].map((status) => ['xsolla', { orderId: 'order-1', status }]));
    const broken = () => {
      throw new TypeError('No analytics');
    };
    for (const analytics of [undefined, {}, { trackOrder: broken }])
      expect((await pay({ change: (sdk) => Object.assign(sdk, { analytics }) })).seen).toEqual({ value: completed });
  });

  it('reports a widget that doesn’t load', async () => {
    const { platform } = await start();
    expect(await platform.purchases?.pay(order)).toEqual({ outcome: 'failed', message: 'No Xsolla widget in window!' });
  });

  function createWidget(open: () => void = () => undefined) {
    let handlers: [string, () => void][] = [];
    return {
      init: vi.fn(),
      open,
      close: vi.fn(),
      on: (name: string, handler: () => void) => void handlers.push([name, handler]),
      off: () => void (handlers = []),
      say: (name: string) => handlers.filter(([each]) => each === name).forEach(([, handler]) => handler()),
    };
  }

  it('that is closed while the server is notified was paid', async () => {
    const widget = createWidget();
    const { platform } = await start({ globals: { XPayStationWidget: widget } });
    const paying = platform.purchases?.pay(order);
    await vi.waitFor(() => expect(widget.init).toHaveBeenCalledOnce());
    expect(widget.init).toHaveBeenCalledWith({
      access_token: 'tok_1',
      sandbox: true,
      iframeOnly: true,
      lightbox: { closeByClick: false, closeByKeyboard: false },
    });
    widget.say('status-delivering');
    widget.say('close');
    expect(await paying).toEqual(completed);
    expect(widget.close).toHaveBeenCalledOnce();
  });

  it('ends when the widget throws', async () => {
    const widget = createWidget(() => {
      throw new TypeError('No frame');
    });
    const { platform, harness } = await start({ globals: { XPayStationWidget: widget } });
    expect(await platform.purchases?.pay(order)).toEqual({ outcome: 'failed', message: 'Unknown error' });
    expect(harness.warnings).toContain('Pay Station could not be opened');
  });

  it.each([
    ['phone', 'Fermer'],
    ['desktop', undefined],
  ] as const)('has a button for closing it on a %s: %s', async (device, label) => {
    const widget = createWidget();
    const host = { language: () => 'fr' };
    const { platform, harness } = await start({ scenario: { device }, host, globals: { XPayStationWidget: widget } });
    const paying = platform.purchases?.pay(order);
    await vi.waitFor(() => expect(widget.init).toHaveBeenCalledOnce());
    const find = () => harness.host.window.document.querySelector('button');
    expect(find()?.ariaLabel ?? undefined).toBe(label);
    if (label === undefined) widget.say('close');
    else find()?.click();
    expect(await paying).toEqual(left);
    expect(find()).toBeNull();
  });

  it('is not available in the app of a store', async () => {
    const change = beginWith({ systemInfo: { applicationType: 'apple_store' } });
    const { platform } = await start({ change });
    expect(platform.purchases).toBeUndefined();
  });
});

describe('an advertisement', () => {
  const failed = (reason: string) => ({ outcome: 'failed', reason });

  it('is not available with an ad blocker', async () => {
    const requestAd = vi.fn();
    const change = (sdk: Script) => Object.assign(sdk.ad, { hasAdblock: async () => true, requestAd });
    const { platform } = await start({ change });
    for (const unit of [platform.video, platform.interstitial]) {
      expect(await unit?.ready()).toBe(false);
      expect(await unit?.show()).toEqual(failed('AdsNotConnected'));
    }
    expect(requestAd).not.toHaveBeenCalled();
  });

  it.each([
    ['rewarded', 'video'],
    ['midgame', 'interstitial'],
  ] as const)('of the type %s is used for %s, and availability is reported', async (kind, group) => {
    const { platform, harness, sdk } = await start({ scenario: { ad: 'no-fill' } });
    const requestAd = vi.spyOn(sdk.ad as { requestAd: () => void }, 'requestAd');
    expect(await platform[group]?.show()).toEqual(failed('Unknown'));
    expect(requestAd.mock.calls).toEqual([[kind, expect.anything()]]);
    expect(harness.events).toEqual([{ kind: group, isAvailable: false }]);
  });

  it('that never ends or is rejected fails', async () => {
    for (const requestAd of [() => undefined, refusal('adCooldown')]) {
      const { platform } = await start({ change: (sdk) => Object.assign(sdk.ad, { requestAd }) });
      const shown = platform.interstitial?.show();
      await vi.advanceTimersByTimeAsync(65_000);
      expect(await shown).toEqual(failed('Unknown'));
    }
  });

  it('as a banner has one element, which is removed with it', async () => {
    const { platform, harness, sdk } = await start();
    const requestBanner = vi.spyOn(sdk.banner as { requestBanner: (wish: object) => void }, 'requestBanner');
    const find = () => harness.host.window.document.querySelector('#crazygames-banner');
    for (let times = 0; times < 2; times += 1) expect(await platform.banner?.show()).toEqual({ shown: true });
    expect(requestBanner.mock.calls).toEqual([[{ id: 'crazygames-banner', width: 728, height: 90 }]]);
    expect(find()).not.toBeNull();
    platform.dispose();
    expect(find()).toBeNull();
  });
});

describe('friends', () => {
  it('are read page by page, with a pause', async () => {
    const friends = Array.from({ length: 70 }, (_, at) => ({
      ...samplePlayer,
      id: `f${at}`,
      firstName: `Friend${at}`,
    }));
    const { platform, harness, sdk } = await start({ player: { ...samplePlayer, friends } });
    const listFriends = vi.spyOn(sdk.user as { listFriends: (page: object) => void }, 'listFriends');
    const found = await waitForValue(Promise.resolve(platform.friends?.list()), harness);
    expect(found).toHaveLength(70);
    expect(found?.[0]).toMatchObject({ uid: 'f0', displayName: 'Friend0.Koval', gender: 'unspecified' });
    expect(listFriends.mock.calls).toEqual([[{ page: 1, size: 50 }], [{ page: 2, size: 50 }]]);
  });

  it('are empty for a guest, and throw while the script is rate limited', async () => {
    expect(await (await start({ player: guest })).platform.friends?.list()).toEqual([]);
    const change = (sdk: Script) => Object.assign(sdk.user, { listFriends: refusal('rateLimited') });
    await expect((await start({ change })).platform.friends?.list()).rejects.toThrow('rateLimited');
  });

  it('are invited by a link of the platform, which the portal shows', async () => {
    const { platform, share } = await start();
    const invite = () => platform.invites?.invite({ message: 'Come!', uids: [] });
    expect(await invite()).toEqual({ outcome: 'invited' });
    const link = 'https://www.crazygames.com/game/simulated?payload=invite';
    expect(share).toHaveBeenCalledWith({ link, title: 'Gem Miner' });
    share.mockResolvedValueOnce({ outcome: 'cancelled' });
    expect(await invite()).toEqual({ outcome: 'cancelled' });
    const change = (sdk: Script) => Object.assign(sdk.game, { inviteLink: () => 'javascript:alert(1)' });
    await expect((await start({ change })).platform.invites?.invite({ message: '', uids: [] })).rejects.toThrow(
      'no link',
    );
  });
});

describe('storage', () => {
  it('has a guest’s text for the user who signs in and has none', async () => {
    const player = { ...guest, id: '555' };
    const { platform, harness } = await start({ player });
    const storage = await platform.storage?.open();
    await storage?.write('level 3');
    await waitForValue(platform.signIn?.open() ?? Promise.reject(new Error('No sign-in.')), harness);
    expect(await storage?.read()).toBe('level 3');
  });

  it('fails with the platform’s error if the data module is disabled, and is absent in older scripts', async () => {
    const { platform } = await start({
      change: (sdk) => Object.assign(sdk, { data: { getItem: () => never, setItem: refusal('dataModuleDisabled') } }),
    });
    const storage = await platform.storage?.open();
    await expect(storage?.write('a text')).rejects.toMatchObject({
      code: 'Unknown',
      cause: expect.objectContaining({ code: 'dataModuleDisabled' }) as object,
    });
    const older = await start({ change: (sdk) => Object.assign(sdk, { data: undefined }) });
    expect(older.platform).toMatchObject({ storage: undefined });
  });
});

describe('calls of a game written for CrazyGames', () => {
  it.each([
    ['game.settings', {}, { muteAudio: false, disableChat: false }],
    ['data.setItem', { value: 7, key: 'level' }, undefined],
    ['data.getItem', { key: 'level' }, '7'],
    ['game.inviteLink', { room: 'r1' }, 'https://www.crazygames.com/game/simulated?room=r1'],
    ['ad.hasAdblock', {}, false],
  ])('are passed on: %s with %j', async (method, params, answer) => {
    const { platform } = await start();
    await platform.native?.send('data.setItem', { key: 'level', value: 7 });
    expect(platform.native?.bridgeMethod).toBe('SendCrazyGamesSdk');
    expect(await platform.native?.send(method, params)).toEqual(answer);
  });

  it('reach the page', async () => {
    const { platform, harness } = await start();
    await platform.native?.send('game.happytime', {});
    await vi.waitFor(() => expect(harness.notifications).toEqual(['Confetti!']));
  });

  it.each([
    ['user.getUser', {}, []],
    ['user.listFriends', { page: 1, size: 10 }, [{ page: 1, size: 10 }]],
    ['user.showAccountLinkPrompt', {}, []],
    ['user.addScore', { score: 7 }, [7]],
    ['user.addScoreEncrypted', { encryptedScore: 'x', score: 7 }, [7, 'x']],
    ['user.submitScore', { encryptedScore: 'x' }, [{ encryptedScore: 'x' }]],
    ['game.inviteLink', { key: 'k', value: 'v' }, [{ key: 'k', value: 'v' }]],
    ['ad.prefetchAd', { type: 'rewarded' }, ['rewarded']],
  ])("get their parameters in the script's format: %s", async (method, params, taken) => {
    const [area = '', member = ''] = method.split('.');
    const change = (sdk: Script) =>
      Object.assign((sdk as unknown as Record<string, object>)[area] ?? {}, {
        [member]: async (...given: unknown[]) => given,
      });
    const { platform } = await start({ change });
    expect(await platform.native?.send(method, params)).toEqual(taken);
  });

  it('receive settings and rooms from the simulated page', async () => {
    const { platform, harness } = await start();
    const send = (title: RegExp) => harness.pageEvents.find((each) => title.test(each.title))?.send();
    send(/sound/);
    send(/chat/);
    send(/sound/);
    send(/room/);
    const received = () => harness.events.filter((each) => typeof each === 'object' && 'type' in (each as object));
    await vi.waitFor(() => expect(received()).toHaveLength(4));
    const settings = (muteAudio: boolean, disableChat: boolean) => ({
      type: 'game.settingsChange',
      data: { muteAudio, disableChat },
    });
    expect(received()).toEqual([
      settings(true, false),
      settings(true, true),
      settings(false, true),
      { type: 'game.joinRoom', data: { roomId: 'simulated-room' } },
    ]);
    expect(await platform.native?.send('game.settings', {})).toEqual({ muteAudio: false, disableChat: true });
  });

  it('get events of the script, until the game is left', async () => {
    const heard = new Map<string, Set<(data: unknown) => void>>();
    const listenersOf = (name: string) => {
      const all = heard.get(name) ?? new Set();
      heard.set(name, all);
      return all;
    };
    const add = (name: string) => (listener: (data: unknown) => void) => void listenersOf(name).add(listener);
    const remove = (name: string) => (listener: (data: unknown) => void) => void listenersOf(name).delete(listener);
    const change = (sdk: Script) =>
      Object.assign(sdk.game, {
        addSettingsChangeListener: add('settings'),
        removeSettingsChangeListener: remove('settings'),
        addJoinRoomListener: add('room'),
        removeJoinRoomListener: remove('room'),
      });
    const { platform, harness } = await start({ change });
    listenersOf('settings').forEach((listener) => listener({ muteAudio: true }));
    listenersOf('room').forEach((listener) => listener({ roomId: 'r1' }));
    expect(harness.events).toEqual(
      expect.arrayContaining([
        { type: 'game.settingsChange', data: { muteAudio: true } },
        { type: 'game.joinRoom', data: { roomId: 'r1' } },
      ]),
    );
    platform.dispose();
    expect([...heard.values()].every(({ size }) => size === 0)).toBe(true);
  });

  it.each([
    'user.getUserToken',
    'user.getXsollaUserToken',
    'user.showAuthPrompt',
    'store.buyItem',
    'analytics.trackOrder',
    'banner.requestBanner',
    'ad.requestAd',
    'game',
    'constructor.constructor',
    '',
  ])('are not passed on if they concern payments or proofs, or are unknown: %s', async (method) => {
    const { platform } = await start();
    await expect(platform.native?.send(method, {})).rejects.toMatchObject({ code: 'NotSupported' });
  });

  it("reject with the script's code, or with NotSupported if the script lacks the method", async () => {
    const change = (sdk: Script) => Object.assign(sdk.game, { updateRoom: refusal('sdkDisabled') });
    const { platform, harness } = await start({ change });
    await expect(platform.native?.send('game.updateRoom', { roomId: '1' })).rejects.toThrow(
      'game.updateRoom: sdkDisabled',
    );
    await expect(platform.native?.send('user.addScore', { score: 1 })).rejects.toMatchObject({ code: 'NotSupported' });
    Object.assign(sdkOf(harness.host.window).game, { updateRoom: () => never });
    const end = await waitForResult(Promise.resolve(platform.native?.send('game.updateRoom', {})), harness);
    expect(end).toMatchObject({ error: { code: 'Timeout' } });
  });
});
