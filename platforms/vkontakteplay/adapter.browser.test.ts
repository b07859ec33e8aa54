import { describe, expect, it, vi } from 'vitest';
import { readUntrustedFields, type UntrustedFields } from '../kit/fields.browser.ts';
import {
  createAdapterHarness,
  listCapabilitiesOf,
  samplePlayer,
  waitForValue,
} from '../kit/testing/adapter-harness.browser.ts';
import type { BrowserAdapterHarness, BrowserAdapterHarnessOptions } from '../simulator-harness.browser.ts';
import { adapter } from './adapter.browser.ts';
import { vkontakteplay } from './platform.ts';
import { page } from './simulator.browser.ts';

const { begin, open } = createAdapterHarness('vkontakteplay', vkontakteplay, adapter, page);

const guest = { ...samplePlayer, isGuest: true };
const launch = (query: string): URL => new URL(`https://play.example/play/gem-miner/iframe/vkontakteplay?${query}`);
const methodsOf = ({ posted }: BrowserAdapterHarness): unknown[] =>
  posted.map(({ message }) => readUntrustedFields(message)['method']);

type Tell = (callback: string, data?: object) => void;

function scriptOf(methods: Readonly<Record<string, (tell: Tell, params?: UntrustedFields) => unknown>>) {
  const iframeApi = async (callbacks: Readonly<Record<string, ((data?: object) => void) | undefined>>) => {
    const tell: Tell = (callback, data) => callbacks[`${callback}Callback`]?.(data);
    return Object.fromEntries(
      Object.entries(methods).map(([name, act]) => [name, (params?: UntrustedFields) => void act(tell, params)]),
    );
  };
  return { globals: { iframeApi } };
}

const registered = {
  getLoginStatus: (tell: Tell) => tell('getLoginStatus', { status: 'ok', loginStatus: 2 }),
  getAuthToken: (tell: Tell) => tell('getAuthToken', { status: 'ok', uid: 7, hash: 'h' }),
  userProfile: (tell: Tell) => tell('userProfile', { status: 'ok', uid: 7, nick: 'Ada' }),
};

describe('connecting', () => {
  it('fails with a code without settings', async () => {
    const { host } = await open({ data: { AppId: undefined } });
    await expect(adapter.connect(host)).rejects.toMatchObject({
      code: 'Unknown',
      message: 'No AppId for VkontaktePlay adapter',
    });
  });

  it("loads the game's own VK Play script, which defines nothing if VK Play does not frame the page", async () => {
    const loadScript = vi.fn(async () => undefined);
    const { host } = await open({ data: { BaseUrl: undefined }, host: { loadScript } });
    await expect(adapter.connect(host)).rejects.toThrow('loaded but defines nothing');
    expect(loadScript).toHaveBeenCalledWith('https://vkplay.ru/app/45000/static/mailru.core.js');
  });

  it("offers the script's methods, and uses the language of the URL", async () => {
    const { platform } = await begin({ ...scriptOf(registered), launchUrl: launch('lang=tr_TR') });
    expect(listCapabilitiesOf(platform)).toEqual(['signIn', 'purchases', 'lifecycle']);
    expect(platform.language).toBe('tr-TR');
    expect((await begin({ launchUrl: launch('') })).platform).not.toHaveProperty('language');
  });
});

describe('the player', () => {
  it('is proved by a token, a new one each time, also for two concurrent requests', async () => {
    const launchUrl = launch('appid=45000&lang=ru_RU&uid=100200300&sign=x');
    const { platform, harness } = await begin({ launchUrl });
    const [one, other] = await waitForValue(Promise.all([platform.login(), platform.login()]), harness);
    expect(one).toEqual({
      QueryString: 'appid=45000&lang=ru_RU&uid=100200300&sign=x',
      Uid: samplePlayer.id,
      Hash: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    });
    expect(other?.Hash).not.toBe(one?.Hash);
    expect(platform.player(undefined)).toEqual({
      userId: samplePlayer.id,
      displayName: 'Ada Koval',
      firstName: 'Ada Koval',
      lastName: '',
      gender: 'female',
      photo: { url: expect.stringContaining('/avatar/100200300') as string, width: 180, height: 180 },
      socialLocale: 'ru-RU',
    });
  });

  it('plays without a name if the profile is not available', async () => {
    const userProfile = (tell: Tell) => tell('userProfile', { status: 'error', errcode: 403, errmsg: 'Forbidden' });
    const { platform } = await begin(scriptOf({ ...registered, userProfile }));
    expect(await platform.login()).toMatchObject({ Uid: '7', Hash: 'h' });
    expect(platform.player({ accountId: 'a', name: 'Player 7' })).toMatchObject({
      userId: '7',
      displayName: 'Player 7',
    });
  });

  it.each([
    [true, { QueryString: 'uid=7&sign=x' }],
    [undefined, undefined],
  ])('is proved by the URL alone only if an operator allows it: %s', async (TrustLaunch, login) => {
    const getAuthToken = (tell: Tell) => tell('getAuthToken', { status: 'error', errcode: 500, errmsg: 'Down' });
    const parts = { ...scriptOf({ ...registered, getAuthToken }), launchUrl: launch('uid=7&sign=x') };
    const { platform, harness } = await begin({ ...parts, data: { TrustLaunch } });
    expect(await waitForValue(platform.login(), harness)).toEqual(login);
  });

  it('is checked when the page becomes visible: a change or sign-out is reported, the same player is not', async () => {
    let [uid, loginStatus] = [7, 2];
    const { platform, harness } = await begin(
      scriptOf({
        ...registered,
        getLoginStatus: (tell) => tell('getLoginStatus', { status: 'ok', loginStatus }),
        userInfo: (tell) => tell('userInfo', { status: 'ok', uid, hash: 'no token' }),
      }),
    );
    await platform.login();
    const look = async () => {
      harness.host.window.document.dispatchEvent(new Event('visibilitychange'));
      await vi.advanceTimersByTimeAsync(0);
      return harness.events.filter((news) => news === 'player').length;
    };
    expect(await look()).toBe(0);
    uid = 8;
    expect(await look()).toBe(1);
    loginStatus = 0;
    expect(await look()).toBe(2);
  });
});

describe('the sign-in', () => {
  async function enter(parts: Partial<BrowserAdapterHarnessOptions>) {
    const reload = vi.fn();
    const played = await begin({ ...parts, host: { reload } });
    expect(await waitForValue(played.platform.login(), played.harness)).toBeUndefined();
    return { ...played, reload };
  }

  it('of a signed-out player is followed by a registration, each with its reload', async () => {
    const { platform, harness, reload } = await enter({ player: guest });
    await vi.waitFor(() => expect(harness.dialogTitles).toEqual(['Sign in to VK Play']));
    await vi.advanceTimersByTimeAsync(2000);
    expect(reload).toHaveBeenCalledOnce();
    expect(methodsOf(harness)).not.toContain('reloadWindow');
    await waitForValue(Promise.resolve(platform.signIn?.open()), harness);
    expect(harness.dialogTitles).toEqual(['Sign in to VK Play', 'Play this game?']);
    expect(methodsOf(harness).slice(-4)).toEqual(['getLoginStatus', 'registerUser', 'getLoginStatus', 'reloadWindow']);
    expect(reload).toHaveBeenCalledTimes(2);
    await waitForValue(Promise.resolve(platform.signIn?.open()), harness);
    expect(reload).toHaveBeenCalledTimes(2);
    expect(await waitForValue(platform.login(), harness)).toMatchObject({ Uid: `${samplePlayer.id}7` });
  });

  it('of an unregistered player starts automatically, once', async () => {
    const registerUser = vi.fn();
    const getLoginStatus = (tell: Tell) => tell('getLoginStatus', { status: 'ok', loginStatus: 1 });
    const { platform } = await enter(scriptOf({ getLoginStatus, registerUser }));
    await vi.waitFor(() => expect(registerUser).toHaveBeenCalledOnce());
    expect(await platform.login()).toBeUndefined();
    expect(registerUser).toHaveBeenCalledOnce();
  });

  it.each([
    ['refused', { status: 'error', errcode: 1, errmsg: 'User has not agreed' }, 'User has not agreed'],
    ['completed but not visible', { status: 'ok', uid: 7, hash: 'x' }, 'VK Play did not register the player'],
  ])('does not loop if a registration was %s', async (_, answer, message) => {
    const getLoginStatus = (tell: Tell) => tell('getLoginStatus', { status: 'ok', loginStatus: 1 });
    const registerUser = (tell: Tell) => tell('registerUser', answer);
    const { platform, reload } = await enter(scriptOf({ getLoginStatus, registerUser }));
    await expect(platform.signIn?.open()).rejects.toMatchObject({ message });
    expect(reload).not.toHaveBeenCalled();
  });

  it('does not start if VK Play did not return a sign-in status', async () => {
    const registerUser = vi.fn();
    const getLoginStatus = (tell: Tell) => tell('getLoginStatus', { status: 'ok' });
    const { platform } = await enter(scriptOf({ getLoginStatus, registerUser }));
    await expect(platform.signIn?.open()).rejects.toMatchObject({ code: 'Unknown' });
    expect(registerUser).not.toHaveBeenCalled();
  });

  it('stops when the game is left', async () => {
    const { platform, harness, reload } = await enter({ player: guest, answers: ['no'] });
    await vi.advanceTimersByTimeAsync(10_000);
    platform.dispose();
    const asked = harness.posted.length;
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    expect([harness.posted.length, reload.mock.calls.length]).toEqual([asked, 0]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a purchase', () => {
  const param = { amount: 149, currency: 'RUB', description: '500 coins', item_id: 'order-1' };
  const order = { orderId: 'order-1', sku: 'coins_500', reply: { MerchantParam: JSON.stringify(param) } };
  const closed = { outcome: 'cancelled', message: 'User closed payment window' };

  it.each([
    ['', 'RUB'],
    ['currency=usd', 'USD'],
    ['currency=roubles', 'RUB'],
  ])('is requested with the URL %j in %s, with a placeholder for the buyer’s IP address', async (query, Currency) => {
    const { platform, harness } = await begin({ launchUrl: launch(query) });
    await waitForValue(platform.login(), harness);
    expect(platform.purchases?.currency).toBe(Currency);
    expect(await platform.purchases?.request?.()).toEqual({ IpAddress: '{ip}', Uid: samplePlayer.id, Currency });
  });

  it.each([
    ['paid', { outcome: 'completed' }],
    ['webhook-late', { outcome: 'completed' }],
    ['webhook-twice', { outcome: 'completed' }],
    ['ask', { outcome: 'completed' }],
    ['cancelled', closed],
    ['failed', closed],
    ['paid-but-cancelled', closed],
  ] as const)('that ends as %s has the result %j', async (payment, expected) => {
    const pay = vi.fn(() => ({ outcome: 'paid' }));
    const { platform, harness } = await begin({ scenario: { payment }, server: { '/web/pay': pay } });
    expect(await waitForValue(Promise.resolve(platform.purchases?.pay(order)), harness)).toEqual(expected);
    if (pay.mock.calls.length > 0)
      expect(pay).toHaveBeenCalledWith(expect.objectContaining({ ...param, uid: samplePlayer.id }));
    expect(harness.dialogTitles).toEqual(payment === 'ask' ? ['Purchase'] : []);
  });

  it('that VK Play could not charge fails with its message', async () => {
    const error = { status: 'error', errcode: 1, errmsg: 'No money' };
    const { platform } = await begin(
      scriptOf({ ...registered, paymentFrame: (tell) => tell('paymentReceived', error) }),
    );
    expect(await platform.purchases?.pay(order)).toEqual({ outcome: 'failed', message: 'No money' });
  });

  it('has its own window: the next one opens when it has closed', async () => {
    const opened: Tell[] = [];
    const { platform } = await begin(scriptOf({ ...registered, paymentFrame: (tell) => opened.push(tell) }));
    const [one, other] = [platform.purchases?.pay(order), platform.purchases?.pay(order)];
    await vi.waitFor(() => expect(opened).toHaveLength(1));
    opened[0]?.('paymentReceived', { status: 'ok', uid: 7 });
    expect(await one).toEqual({ outcome: 'completed' });
    await vi.waitFor(() => expect(opened).toHaveLength(2));
    opened[1]?.('paymentWindowClosed');
    expect(await other).toEqual(closed);
  });
});

describe('other capabilities', () => {
  it.each([
    [{ type: 'adError', code: 'AdblockDetectedAdError' }, 'failed'],
    [{ type: 'adDismissed', code: 'AdsNotFound' }, 'failed'],
    [{ type: 'adDismissed' }, 'skipped'],
    [{ type: 'adCompleted' }, 'finished'],
    [{}, 'failed'],
  ])('include an ad that ends with %j: %s', async (answer, outcome) => {
    const kinds: unknown[] = [];
    const showAds = (tell: Tell, params?: UntrustedFields) => {
      kinds.push(params);
      tell('ads', answer);
    };
    const { platform } = await begin(scriptOf({ ...registered, showAds }));
    expect(await platform.video?.show()).toMatchObject({ outcome });
    expect(await platform.interstitial?.show()).toMatchObject({ outcome });
    expect(kinds).toEqual([{ interstitial: false }, { interstitial: true }]);
  });

  it('include friends who play the game', async () => {
    const { platform, harness } = await begin();
    platform.lifecycle?.loaded?.();
    expect(harness.events).toContainEqual({ kind: 'video', isAvailable: true });
    const friends = await waitForValue(Promise.resolve(platform.friends?.list()), harness);
    expect(friends).toMatchObject([
      { uid: '100200301', displayName: 'Borys Koval', gender: 'unspecified', photo: { width: 180 } },
      { uid: '100200302', displayName: 'Chiyo Koval' },
    ]);
  });
});
