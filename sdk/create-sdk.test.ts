import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BridgeError } from '../bridge/bridge-error.ts';
import { connectToPort } from '../bridge/game.browser.ts';
import { methodRules, type MethodName } from '../bridge/protocol.ts';
import { createMessageBudgets, defaultBridgeLimits } from '../bridge/limits.browser.ts';
import type { BridgeHandlers } from '../bridge/handlers.browser.ts';
import { serveGame } from '../bridge/serve-game.browser.ts';
import type { Capability, PlayerInfo } from '../bridge/shapes.ts';
import { createSdk } from './create-sdk.ts';
import type { SdkHostEnvironment } from './find-portal.ts';
import { createLocalPortal } from './local-portal.ts';
import { asPortal } from './page.ts';
import { createSaves } from './saves.ts';
import { SdkError } from './sdk-error.ts';
import { version } from './version.ts';

const ALL: readonly Capability[] = ['FriendsList', 'FriendsInvite', 'AdsAvailable', 'RateApplication'];
const invented = createLocalPortal({ ads: 'finished', purchases: 'paid' });
const info = (await invented.call('GetInfo', {})) as PlayerInfo;
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

function open(handlers: BridgeHandlers = {}, { capabilities = ALL, social = 'fxid' } = {}) {
  const { port1, port2 } = new MessageChannel();
  const served = serveGame(port1, 2, {
    handlers: {
      GetInfo: () => ({ ...info, social: { ...info.social, social, capabilities: [...capabilities] } }),
      ...handlers,
    },
    capabilities: () => capabilities,
    hasGesture: () => true,
    limits: defaultBridgeLimits,
    budgets: createMessageBudgets(defaultBridgeLimits),
    log: () => undefined,
    onClosed: () => undefined,
  });
  const connection = connectToPort(port2, 'https://portal.example');
  closing.push(
    () => connection.close(),
    () => served.close(),
  );
  const connect = vi.fn(async () => asPortal(connection));
  return { sdk: createSdk(framed({ connect })), served, connect };
}

function framed(over: Partial<SdkHostEnvironment> = {}): SdkHostEnvironment {
  return {
    isFramed: true,
    isDevelopment: false,
    connect: () => Promise.resolve(undefined),
    loadLocalPortal: async () => createLocalPortal,
    loadSaves: async () => createSaves,
    ...over,
  };
}

const heard = (sdk: ReturnType<typeof createSdk>, event: 'pause' | 'resume') => {
  const listener = vi.fn();
  sdk.on(event, listener);
  return listener;
};

describe('starting', () => {
  it('resolves with the player for repeated and concurrent calls', async () => {
    const GetInfo = vi.fn(() => info);
    const { sdk, connect } = open({ GetInfo });
    const answers = await Promise.all([sdk.init(), sdk.init(), sdk.init({ timeoutMs: 1 })]);
    expect(answers).toEqual([info, info, info]);
    expect(await sdk.init()).toBe(sdk.player.info);
    expect(connect).toHaveBeenCalledOnce();
    expect(GetInfo).toHaveBeenCalledOnce();
  });

  it('reconnects after the connection has closed, and keeps listeners', async () => {
    const first = open();
    const second = open();
    const connections = [first.connect, second.connect];
    const sdk = createSdk(framed({ connect: async () => connections.shift()?.() }));
    const languages: string[] = [];
    sdk.on('languageChanged', ({ language }) => void languages.push(language));
    await sdk.init();
    first.served.close();
    await vi.waitFor(() => expect(sdk.call('SocialSettings')).rejects.toMatchObject({ code: 'Closed' }));
    const answers = Promise.all([sdk.init(), sdk.init(), sdk.call('GetInfo')]);
    expect((await answers).map(({ game }) => game)).toEqual([info.game, info.game, info.game]);
    expect(second.connect).toHaveBeenCalledOnce();
    second.served.emit('LanguageChanged', { language: 'fr' });
    await vi.waitFor(() => expect(languages).toEqual(['fr']));
    expect(sdk.locale.current).toBe('fr');
  });

  it.each([
    ['fxid', 'portal'],
    ['SomePlatform', 'embedded'],
  ])('on %s the environment is %s', async (social, environment) => {
    const { sdk } = open({}, { social });
    expect(sdk.environment).toBeUndefined();
    await sdk.init();
    expect(sdk.environment).toBe(environment);
  });

  it('runs locally immediately without a frame', async () => {
    const connect = vi.fn();
    const sdk = createSdk(framed({ isFramed: false, connect }));
    await sdk.init();
    expect(sdk.environment).toBe('local');
    expect(connect).not.toHaveBeenCalled();
  });

  it('simulates a portal in a frame without a reply only on a developer’s machine', async () => {
    const alone = createSdk(framed({ isDevelopment: true }));
    await alone.init();
    expect(alone.environment).toBe('local');
    const away = createSdk(framed());
    expect((await away.init()).fxId.guest).toBe(true);
    expect(away.environment).toBe('disabled');
    await expect(away.payments.purchase('coins-100')).rejects.toMatchObject({ code: 'NotSupported' });
  });

  it('starts the game with an anonymous player if the portal cannot identify the player', async () => {
    const { sdk } = open({ GetInfo: () => Promise.reject(new Error('down')) });
    expect((await sdk.init()).fxId).toMatchObject({ userId: '', guest: true });
    expect(sdk.environment).toBe('portal');
  });

  it('starts the game if the portal is slow, and updates the player later', async () => {
    const late = Promise.withResolvers<PlayerInfo>();
    const { sdk } = open({ GetInfo: () => late.promise });
    const told = new Promise((resolve) => sdk.on('userInfoChanged', resolve));
    expect((await sdk.init({ timeoutMs: 20 })).fxId.userId).toBe('');
    late.resolve(info);
    expect(await told).toEqual(info);
    expect(sdk.player.info).toEqual(info);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('blocked'))],
    ['never loads', () => new Promise<never>(() => undefined)],
  ])('starts the game if the simulated portal %s', async (_, loadLocalPortal) => {
    const sdk = createSdk(framed({ isFramed: false, loadLocalPortal }));
    await sdk.init({ timeoutMs: 20 });
    expect(sdk.environment).toBe('disabled');
    await expect(sdk.game.started()).rejects.toThrow(/starting failed/);
  });

  it('starts the game if there is no common protocol version', async () => {
    const connect = () => Promise.reject(new BridgeError('NotSupported', 'versions 9 only'));
    const sdk = createSdk(framed({ connect }));
    await sdk.init();
    expect(sdk.environment).toBe('disabled');
  });
});

describe('a call', () => {
  it('is refused before init, and waits during init', async () => {
    const { sdk } = open({ GetUrlHash: () => ({ hash: '#level-3' }) });
    await expect(sdk.platform.urlHash()).rejects.toMatchObject({ code: 'NotInitialized', method: 'GetUrlHash' });
    const starting = sdk.init();
    expect(await sdk.platform.urlHash()).toBe('#level-3');
    await starting;
  });

  it('that is refused rejects with the code, the method and the cause', async () => {
    const { sdk } = open({
      BuyProduct: () => {
        throw new BridgeError('UserCancelled');
      },
    });
    await sdk.init();
    const error = await sdk.payments.purchase('coins-100').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SdkError);
    expect(error).toMatchObject({ code: 'UserCancelled', method: 'BuyProduct', cause: expect.any(BridgeError) });
  });

  it('without the capability, or with an unknown name, is refused', async () => {
    const { sdk } = open({}, { capabilities: [] });
    await sdk.init();
    expect(sdk.capabilities.has('FriendsList')).toBe(false);
    await expect(sdk.friends.list()).rejects.toMatchObject({ code: 'NotSupported' });
    await expect(sdk.call('NoSuchThing')).rejects.toMatchObject({ code: 'UnknownMethod' });
    await expect(sdk.invoke('NoSuchThing')).rejects.toMatchObject({ code: 'UnknownMethod' });
  });

  it('that waits for the player rejects when the portal disconnects', async () => {
    const { sdk, served } = open({ AuthenticateUser: () => new Promise(() => undefined) });
    await sdk.init();
    const waiting = sdk.player.signIn();
    served.close();
    await expect(waiting).rejects.toMatchObject({ code: 'Closed' });
    await expect(sdk.game.started()).rejects.toMatchObject({ code: 'Closed' });
  });

  it('to sign in reports whether the game listens to player changes, also when an engine makes it', async () => {
    const asked: object[] = [];
    const { sdk } = open({
      AuthenticateUser: (params) => {
        asked.push(params);
        return { userId: 'a1', guest: false };
      },
    });
    await sdk.init();
    await sdk.player.signIn();
    const off = sdk.on('userInfoChanged', () => undefined);
    await sdk.player.signIn();
    await sdk.call('AuthenticateUser');
    off();
    await sdk.player.signIn();
    expect(asked).toEqual([{}, { listens: true }, { listens: true }, {}]);
  });

  it('exists for every method, with parameters that the portal accepts', async () => {
    const called = new Set<string>();
    const answer = (name: string) => async (params: object) => {
      called.add(name);
      return invented.call(name, params);
    };
    vi.stubGlobal('confirm', () => true);
    closing.push(() => vi.unstubAllGlobals());
    const { sdk } = open(Object.fromEntries(Object.keys(methodRules).map((name) => [name, answer(name)])));
    await sdk.init();
    expect(await sdk.player.refresh()).toEqual(info);
    expect(await sdk.player.signIn()).toMatchObject({ guest: false });
    await sdk.player.setStatus('On level 3', { priority: 1 });
    expect((await sdk.payments.products()).products).toHaveLength(1);
    expect(await sdk.payments.purchase('coins-100', { developerPayload: 'x' })).toMatchObject({
      transactionId: 'local-1',
    });
    expect(await sdk.payments.purchases()).toEqual([
      {
        purchaseId: 'local-1',
        sku: 'coins-100',
        quantity: 1,
        developerPayload: 'x',
        purchasedAt: expect.any(String),
        isTest: true,
      },
    ]);
    expect(await sdk.payments.consume('local-1')).toBe(true);
    expect(await sdk.payments.consume('local-1')).toBe(false);
    expect(await sdk.payments.purchases()).toEqual([]);
    expect(await sdk.ads.rewardedReady()).toBe(true);
    expect(await sdk.ads.showRewarded({ placement: 'end' })).toEqual({ outcome: 'finished' });
    expect(await sdk.ads.interstitialReady({ placement: 'end' })).toBe(true);
    expect(await sdk.ads.showInterstitial()).toEqual({ outcome: 'finished' });
    expect(await sdk.ads.showBanner()).toEqual({ shown: false, reason: 'NotImplemented' });
    expect(await sdk.ads.hideBanner()).toEqual({ hidden: false, reason: 'NotImplemented' });
    expect(await sdk.friends.list()).toMatchObject([{ uid: 'local-friend' }]);
    expect(await sdk.friends.invite({ uids: ['a', 'b'] })).toEqual({ outcome: 'invited', invited: 2 });
    await sdk.game.loadingProgress(0.5, { loadedBytes: 1, totalBytes: 2 });
    await sdk.game.loadingReady();
    await sdk.game.started();
    await sdk.game.stopped();
    expect(await sdk.game.event('level-done', { value: 3, p1: 'desert' })).toBe(true);
    await sdk.stats.initialize();
    await sdk.stats.event('shot', { hit: true });
    await sdk.stats.pushTag({ event: 'shot' });
    await sdk.ui.openPage('https://example.org/help', { title: 'Help' });
    expect(await sdk.ui.shareLink('https://example.org/level/3')).toEqual({ outcome: 'shared' });
    expect(await sdk.ui.copyText('code')).toBe(true);
    expect(await sdk.ui.requestSupport({ message: 'Lost my coins' })).toBe(false);
    await sdk.ui.continueOnOtherDevice();
    expect(await sdk.game.quests()).toEqual([]);
    expect(await sdk.leaderboards.submit('depth', 3)).toEqual({
      score: 3,
      rank: 1,
      improved: true,
      beatenFriends: [],
    });
    expect(await sdk.leaderboards.get('depth')).toMatchObject({
      total: 1,
      you: { rank: 1 },
      entries: [{ isYou: true }],
    });
    await sdk.leaderboards.show('depth');
    expect(await sdk.achievements.list()).toEqual([]);
    expect(await sdk.achievements.unlock('first-run')).toBe(true);
    expect(await sdk.achievements.setProgress('gems', 3)).toBe(false);
    await sdk.saves.set('level', 3);
    expect(await sdk.saves.get('level')).toBe(3);
    expect(await sdk.saves.flush()).toBe(true);
    await sdk.call('ResolveSaveConflict', { keep: 'device' });
    expect(await sdk.documents.list()).toEqual([]);
    const [document, documentVersion] = [
      '018f0000-0000-7000-8000-000000000001',
      '018f0000-0000-7000-8000-000000000002',
    ];
    expect(await sdk.documents.accept(document, documentVersion)).toBe(true);
    expect(await sdk.documents.accepted()).toMatchObject([{ DocumentVersionId: documentVersion }]);
    expect(await sdk.push.register()).toBe(true);
    expect(await sdk.locale.change('de')).toBe('de');
    expect(await sdk.platform.settings()).toEqual({ ui: { disabled: false } });
    await sdk.platform.setUrlHash('level-3');
    expect(await sdk.platform.urlHash()).toBe('level-3');
    expect(await sdk.platform.joinCommunity()).toBe(true);
    expect(await sdk.platform.addToFavorites()).toBe(true);
    expect(await sdk.platform.canReview()).toBe(true);
    expect(await sdk.platform.requestReview()).toBe(true);
    expect(await sdk.platform.reviewInfo()).toEqual({ available: true });
    expect(await sdk.platform.consentStatus()).toBe('notRequired');
    expect(await sdk.platform.filterWords('hello')).toEqual({ text: 'hello', changed: false });
    const native: MethodName[] = ['SendVkBridge', 'SendCrazyGamesSdk'];
    expect([...called, ...native].sort()).toEqual(Object.keys(methodRules).sort());
    // These two methods each belong to one platform and have no SDK function.
    for (const method of native) await expect(sdk.call(method, { method: 'x' })).rejects.toBeInstanceOf(SdkError);
  });
});

describe('events', () => {
  it('reach listeners added before and after init, until they are removed', async () => {
    const { sdk, served } = open();
    const [early, late] = [vi.fn(), vi.fn()];
    sdk.on('orientationChanged', early);
    await sdk.init();
    const off = sdk.on('orientationChanged', late);
    sdk.on('supportRequest', late);
    served.emit('OrientationChanged', { orientation: 'portrait' });
    await vi.waitFor(() => expect(late).toHaveBeenCalledWith({ orientation: 'portrait' }));
    expect(early).toHaveBeenCalledOnce();
    off();
    served.emit('OrientationChanged', { orientation: 'landscape' });
    await vi.waitFor(() => expect(early).toHaveBeenCalledTimes(2));
    expect(late).toHaveBeenCalledOnce();
  });

  it("update the SDK's state before the game's listeners run", async () => {
    const { sdk, served } = open();
    await sdk.init();
    const seen: unknown[] = [];
    sdk.on('languageChanged', () => seen.push(sdk.locale.current));
    sdk.on('userInfoChanged', () => seen.push(sdk.player.info?.fxId.guest, sdk.capabilities.has('FriendsList')));
    served.emit('LanguageChanged', { language: 'fa' });
    served.emit('UserInfoChanged', { ...info, fxId: { ...info.fxId, guest: false } });
    await vi.waitFor(() => expect(seen).toEqual(['fa', false, true]));
  });

  it('pause the game once while focus is lost or an ad is shown', async () => {
    const ad = Promise.withResolvers<{ outcome: 'finished' }>();
    const { sdk, served } = open({ AdsVideoShow: () => ad.promise });
    await sdk.init();
    const [paused, resumed] = [heard(sdk, 'pause'), heard(sdk, 'resume')];
    const shown = sdk.ads.showRewarded();
    expect(paused).toHaveBeenCalledExactlyOnceWith({ reason: 'ad' });
    served.emit('FocusChanged', { focused: false, reason: 'other' });
    await sdk.platform.settings().catch(() => undefined);
    ad.resolve({ outcome: 'finished' });
    await shown;
    expect(resumed).not.toHaveBeenCalled();
    served.emit('FocusChanged', { focused: true });
    await vi.waitFor(() => expect(resumed).toHaveBeenCalledExactlyOnceWith({ reason: 'focus' }));
    expect(paused).toHaveBeenCalledOnce();
  });

  it.each(['AdsVideoShow', 'AdsInterstitialShow'] as const)(
    'pause and resume also when an engine shows an ad by its protocol name: %s',
    async (method) => {
      const ad = Promise.withResolvers<{ outcome: 'finished' }>();
      const { sdk } = open({ [method]: () => ad.promise });
      await sdk.init();
      const [paused, resumed] = [heard(sdk, 'pause'), heard(sdk, 'resume')];
      const shown = sdk.invoke(method);
      expect(paused).toHaveBeenCalledExactlyOnceWith({ reason: 'ad' });
      expect(resumed).not.toHaveBeenCalled();
      ad.resolve({ outcome: 'finished' });
      await shown;
      expect(resumed).toHaveBeenCalledExactlyOnceWith({ reason: 'ad' });
    },
  );
});

it('a listener that throws does not affect other listeners, and its error is reported', async () => {
  const { sdk } = open({ AdsVideoShow: () => ({ outcome: 'skipped' }) });
  await sdk.init();
  const thrown: unknown[] = [];
  const later = vi.spyOn(globalThis, 'setTimeout').mockImplementation((act) => {
    try {
      act();
    } catch (error) {
      thrown.push(error);
    }
    return 0 as never;
  });
  closing.push(() => later.mockRestore());
  const mistake = new Error('a mistake of the game');
  sdk.on('pause', () => {
    throw mistake;
  });
  const paused = heard(sdk, 'pause');
  expect(await sdk.ads.showRewarded()).toEqual({ outcome: 'skipped' });
  expect(paused).toHaveBeenCalledOnce();
  expect(thrown).toEqual([mistake]);
});

it('names the wrong parameter', async () => {
  const { sdk } = open({ CopyText: () => ({ copied: true }) });
  await sdk.init();
  const error = await sdk.ui.copyText(7 as never).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'InvalidRequest', method: 'CopyText', parameter: 'text' });
  expect(String(error)).toContain('"text" has to be a string of at most 10000 characters');
});

describe('an ad', () => {
  it('that is not available is an outcome, and both callbacks are called', async () => {
    const calls: string[] = [];
    const { sdk } = open({
      AdsInterstitialShow: () => {
        calls.push('show');
        throw new BridgeError('AdsNotConnected');
      },
    });
    await sdk.init();
    const hooks = { onOpen: () => calls.push('open'), onClose: () => calls.push('close') };
    expect(await sdk.ads.showInterstitial(hooks)).toEqual({ outcome: 'failed', reason: 'AdsNotConnected' });
    expect(calls).toEqual(['open', 'show', 'close']);
  });

  it('of a portal without ads is an outcome too', async () => {
    const { sdk } = open({}, { capabilities: [] });
    await sdk.init();
    const resumed = heard(sdk, 'resume');
    const missing = { outcome: 'failed', reason: 'NotImplemented' };
    expect(await sdk.ads.showRewarded()).toEqual(missing);
    expect(await sdk.ads.showInterstitial()).toEqual(missing);
    expect(resumed).toHaveBeenCalledTimes(2);
    expect(await sdk.ads.rewardedReady()).toBe(false);
    expect(await sdk.ads.interstitialReady()).toBe(false);
    expect(await sdk.ads.showBanner()).toEqual({ shown: false, reason: 'NotImplemented' });
    expect(await sdk.ads.hideBanner()).toEqual({ hidden: false, reason: 'NotImplemented' });
  });

  it('rejects when the connection is closed', async () => {
    const over = () => {
      throw new BridgeError('Closed');
    };
    const { sdk } = open({ AdsInterstitialShow: over, AdsInterstitialReady: over, StickyBannerShow: over });
    await sdk.init();
    await expect(sdk.ads.showInterstitial()).rejects.toMatchObject({ code: 'Closed' });
    await expect(sdk.ads.interstitialReady()).rejects.toMatchObject({ code: 'Closed' });
    await expect(sdk.ads.showBanner()).rejects.toMatchObject({ code: 'Closed' });
  });
});

it('has the version of its manifest', () => {
  const manifest = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };
  expect(version).toBe(manifest.version);
  expect(`${info.sdk.version.major}.${info.sdk.version.minor}.${info.sdk.build}`).toBe(version);
});
