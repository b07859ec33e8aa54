import { describe, expect, it, vi } from 'vitest';
import { readUntrustedFields, type UntrustedFields } from '../kit/fields.browser.ts';
import {
  createAdapterHarness,
  listCapabilitiesOf,
  samplePlayer,
  waitForValue,
  type ConnectedAdapter,
} from '../kit/testing/adapter-harness.browser.ts';
import type { SimulatedHostPage } from '../simulator-port.browser.ts';
import type { BrowserAdapterHarness, BrowserAdapterHarnessOptions } from '../simulator-harness.browser.ts';
import { adapter } from './adapter.browser.ts';
import { vkontaktecom } from './platform.ts';
import { page } from './simulator.browser.ts';
import { nativeEvents } from './social.browser.ts';

const readmes = import.meta.glob<string>('./README.md', { query: '?raw', import: 'default', eager: true });

const { begin, open } = createAdapterHarness('vkontaktecom', vkontaktecom, adapter, page);

const launch =
  'https://play.example/play/gem-miner/iframe/vkontaktecom?vk_app_id=51000001&vk_user_id=100200300&vk_language=ua&vk_platform=desktop_web&vk_is_favorite=0&vk_access_token_settings=&sign=x#room-7';
const order = { orderId: 'b7a1c0de-0000-4000-8000-000000000001', sku: 'gems-100', reply: undefined };
const server = {
  '/profile': () => ({ first_name: 'Ada', last_name: 'Winter', sex: 1, photo_200: 'https://x.example/a' }),
  '/token': ({ scope }: UntrustedFields) => ({ access_token: `token:${String(scope)}`, scope }),
  '/order/begin': () => ({ outcome: 'asked', order_id: 7, title: '100 gems', price: 24 }),
  '/order/pay': () => ({ outcome: 'charged' }),
};

type Connected = Awaited<ReturnType<typeof adapter.connect>>;

const start = (parts: Partial<BrowserAdapterHarnessOptions> = {}): Promise<ConnectedAdapter<Connected>> =>
  begin({ launchUrl: new URL(launch), server, ...parts });

const answering = (replies: Readonly<Record<string, object>>): SimulatedHostPage => ({
  ...page,
  start: (stage) =>
    stage.listen((message) => {
      const { handler, params } = readUntrustedFields(message);
      const { request_id } = readUntrustedFields(params);
      const reply = { VKWebAppInit: { result: true }, VKWebAppGetUserInfo: {}, ...replies }[String(handler)];
      if (reply) stage.post({ type: `${String(handler)}Result`, data: { ...reply, request_id } });
    }),
});

const callsOf = ({ posted }: BrowserAdapterHarness, method: string): UntrustedFields[] =>
  posted
    .map(({ message }) => readUntrustedFields(message))
    .flatMap(({ handler, params }) => (handler === method ? [readUntrustedFields(params)] : []));

const ask = <T>({ harness }: ConnectedAdapter<Connected>, promise: Promise<T> | undefined): Promise<T | undefined> =>
  waitForValue(Promise.resolve(promise), harness);

describe('connecting', () => {
  it('sends the first message, and reads the player', async () => {
    const direct = { data: { DirectHosts: ['lab.localhost'] } };
    const { platform, harness } = await start(direct);
    expect(readUntrustedFields(harness.posted[0]?.message)).toMatchObject({ handler: 'VKWebAppInit' });
    expect(await platform.login()).toEqual({ QueryString: new URL(launch).search.slice(1) });
    expect(platform).toMatchObject({ language: 'uk', payload: 'room-7' });
    expect(platform.player(undefined)).toEqual({
      userId: '100200300',
      displayName: 'Ada Winter',
      firstName: 'Ada',
      lastName: 'Winter',
      gender: 'female',
      photo: { url: 'https://x.example/a', width: 200, height: 200 },
      socialLocale: 'uk',
      socialFlavor: 'vkcom-direct',
      vkcom: { appId: '51000001', defaultApiVersion: '5.131', accessToken: 'token:' },
    });
  });

  it('reads the URL of an old game', async () => {
    const old =
      'https://play.example/?api_id=51000001&viewer_id=100200300&language=2&platform=web&access_token=abc&access_token_settings=friends&hash=room-8&sign=x';
    const { platform, harness } = await start({ launchUrl: new URL(old) });
    expect(platform).toMatchObject({ language: 'be', payload: 'room-8' });
    expect(platform.player(undefined)).toMatchObject({ userId: '100200300', vkcom: { accessToken: 'abc' } });
    expect(platform.player(undefined)).not.toHaveProperty('socialFlavor');
    expect(callsOf(harness, 'VKWebAppGetAuthToken')).toEqual([]);
  });

  it.each([
    ['votes on an iPhone', 'purchases', 'vk_platform=desktop_web', 'vk_platform=mobile_iphone', '77000001'],
    ['votes inside Odnoklassniki', 'purchases', '&sign=', '&vk_client=ok&sign=', '77000001'],
    ['a community without the setting', 'community', '', '', undefined],
  ])('has no %s', async (_, offer, before, after, GroupId) => {
    const launchUrl = new URL(launch.replace(before, after));
    expect(listCapabilitiesOf((await start({ launchUrl, data: { GroupId } })).platform)).not.toContain(offer);
  });

  it('leaves out methods that the page lacks, and offers all if the page does not list them', async () => {
    const methods = { SetSupportedHandlers: { supportedHandlers: ['VKWebAppShare'] } };
    expect(listCapabilitiesOf((await start({ page: answering(methods) })).platform)).toEqual(['share', 'native']);
    const { platform, harness } = await start({ page: answering({}) });
    expect(listCapabilitiesOf(platform)).toContain('purchases');
    expect(harness.warnings).toContain('SetSupportedHandlers of VK did not work');
  });

  it('fails with a code without settings', async () => {
    const { host } = await open({ data: { AppId: undefined } });
    await expect(adapter.connect(host)).rejects.toMatchObject({ code: 'Unknown', message: 'No AppId' });
  });

  it('gives up on a page that does not respond for eight seconds', async () => {
    const harness = await open({ scenario: { sdk: 'silent' } });
    const ended = expect(adapter.connect(harness.host)).rejects.toMatchObject({
      code: 'Timeout',
      message: 'Failed to initiialize vk bridge',
    });
    await vi.advanceTimersByTimeAsync(8000);
    await ended;
  });

  it('reports focus and a new fragment, and ignores invalid messages', async () => {
    const { platform, harness } = await start();
    for (const nonsense of [null, 'text', 7, {}, { type: 'VKWebAppViewHide2' }, { type: {}, data: [] }])
      harness.deliver(nonsense);
    harness.deliver({ type: 'VKWebAppViewHide', data: {} });
    harness.deliver({ type: 'VKWebAppViewRestore', data: {} });
    harness.deliver({ type: 'VKWebAppChangeFragment', data: { location: '#room-9' } });
    await vi.waitFor(() => expect(platform.payload).toBe('room-9'));
    expect(harness.events.filter((news) => 'isFocused' in readUntrustedFields(news))).toEqual([
      { isFocused: false },
      { isFocused: true },
    ]);
  });
});

describe('an order box', () => {
  async function pay(parts: Partial<BrowserAdapterHarnessOptions>) {
    const played = await start(parts);
    return { ...played, seen: await ask(played, played.platform.purchases?.pay(order)) };
  }
  const denied = { outcome: 'cancelled', message: 'User denied' };

  it.each([
    ['paid', { outcome: 'completed' }],
    ['webhook-late', { outcome: 'completed' }],
    ['cancelled', denied],
    ['paid-but-cancelled', denied],
    ['failed', { outcome: 'failed', message: 'Order error' }],
    ['ask', { outcome: 'completed' }],
  ] as const)('that ends as %s has the result %j', async (payment, expected) => {
    const { seen, harness } = await pay({ scenario: { payment } });
    expect(seen).toEqual(expected);
    expect(callsOf(harness, 'VKWebAppShowOrderBox')).toMatchObject([{ type: 'item', item: order.orderId }]);
    expect(harness.dialogTitles).toEqual(payment === 'ask' ? ['Purchase'] : []);
  });

  const failed = (message: string) => ({ outcome: 'failed', message });
  it.each([
    [{}, failed('Vkontakte responded with error')],
    [{ success: false }, failed('Vkontakte responded with error')],
    [{ status: 'success', order_id: '7' }, { outcome: 'completed' }],
    [{ status: 'cancel', order_id: '7' }, denied],
    [{ status: 'fail', order_id: '7' }, failed('Vkontakte responded with error')],
    [{ error_type: 'client_error' }, failed('VK answered with client_error')],
    [{ error_type: 'client_error', error_data: {} }, failed('VK answered with client_error')],
    [{ error_type: 'api_error', error_data: { error_code: 4, error_msg: 'Signature' } }, failed('Signature')],
    [
      { error_type: 'auth_error', error_data: { error: 'x', error_reason: 'denied', error_description: 'by VK' } },
      failed('denied: by VK: x'),
    ],
    [{ error_type: 'client_error', error_data: { error_code: '4', error_reason: 'User denied' } }, denied],
  ])('that answers %j has the result %j', async (reply, expected) => {
    expect((await pay({ page: answering({ VKWebAppShowOrderBox: reply }) })).seen).toEqual(expected);
  });
});

describe('social calls', () => {
  it('list friends who play, with the permission that the player grants', async () => {
    const played = await begin();
    const friends = await ask(played, played.platform.friends?.list());
    expect(friends).toMatchObject([
      { uid: '100200301', displayName: 'Borys Koval', gender: 'male' },
      { uid: '100200302', displayName: 'Chiyo Koval', gender: 'unspecified' },
    ]);
    expect(played.harness.dialogTitles).toEqual(['Allow access']);
    const versions = callsOf(played.harness, 'VKWebAppCallAPIMethod').map(
      ({ params }) => readUntrustedFields(params)['v'],
    );
    expect(versions).toEqual(['5.131', '5.131']);
  });

  it('list a thousand of them, a hundred at a time', async () => {
    const response = Array.from({ length: 1234 }, (_, at) => at + 1);
    const users = ({ user_ids }: UntrustedFields) => ({
      response: String(user_ids)
        .split(',')
        .map((id) => ({ id })),
    });
    const api = { '/method/friends.getAppUsers': () => ({ response }), '/method/users.get': users };
    const played = await start({ server: { ...server, ...api } });
    expect(await ask(played, played.platform.friends?.list())).toHaveLength(1000);
    expect(callsOf(played.harness, 'VKWebAppCallAPIMethod')).toHaveLength(11);
  });

  it('do not list or invite friends without the player’s consent', async () => {
    const played = await start({ answers: ['no', 'no', 'no'] });
    const { friends, invites } = played.platform;
    await expect(ask(played, friends?.list())).rejects.toMatchObject({ code: 'UserCancelled' });
    for (const uids of [[], ['1']])
      expect(await ask(played, invites?.invite({ message: '', uids }))).toEqual({ outcome: 'cancelled' });
  });

  it.each([
    { error: 'access_denied', error_reason: 'user_denied', error_description: 'User denied your request' },
    { error_code: 1, error_reason: 'user_denied' },
  ])('treat a denied permission as cancelled: %j', async (error_data) => {
    const played = await start({ page: answering({ VKWebAppGetAuthToken: { error_type: 'auth_error', error_data } }) });
    const listed = ask(played, played.platform.friends?.list());
    await expect(listed).rejects.toMatchObject({ code: 'UserCancelled' });
  });

  it('invite with VK’s own list, or one by one', async () => {
    const played = await start({ answers: ['yes', 'yes', 'no'] });
    const invite = (message: string, uids: string[]) => ask(played, played.platform.invites?.invite({ message, uids }));
    expect(await invite('', [])).toEqual({ outcome: 'invited' });
    expect(await invite('Come!', ['100200301', '100200302', '100200303'])).toEqual({ outcome: 'invited', invited: 1 });
    const boxes = callsOf(played.harness, 'VKWebAppShowRequestBox');
    expect(boxes).toMatchObject([{ uid: 100_200_301, message: 'Come!' }, {}]);
    expect(played.harness.dialogTitles).toEqual(['Invite friends', 'Ask Borys', 'Ask Chiyo']);
  });

  it('share, add, join and recommend; declining is a result', async () => {
    const played = await start({ answers: ['yes', 'yes', 'no', 'yes', 'no', 'yes', 'no'] });
    const { share, favorites, community, reviews, clipboard } = played.platform;
    expect(await ask(played, share?.share({ link: 'https://play.example/g', title: 'Gems' }))).toEqual({
      outcome: 'shared',
    });
    expect(played.harness.notifications).toEqual(['Shared on the wall.']);
    for (const yesOrNo of [true, false]) expect(await ask(played, favorites?.add())).toBe(yesOrNo);
    for (const yesOrNo of [true, false]) expect(await ask(played, community?.join())).toBe(yesOrNo);
    expect(callsOf(played.harness, 'VKWebAppJoinGroup')).toMatchObject([{ group_id: 77_000_001 }, {}]);
    for (let times = 0; times < 2; times += 1) expect(await ask(played, reviews?.ask())).toBe(true);
    expect(await reviews?.info()).toEqual({ available: false });
    expect(await ask(played, clipboard?.copy('abc'))).toBe(true);
  });

  it('open a VK dialog 500 ms after the tap on the game, when that is over', async () => {
    const played = await start();
    const shared = played.platform.share?.share({ link: 'https://play.example/g', title: 'Gems' });
    await vi.advanceTimersByTimeAsync(499);
    expect(callsOf(played.harness, 'VKWebAppShare')).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(callsOf(played.harness, 'VKWebAppShare')).toHaveLength(1);
    await ask(played, shared);
  });

  it('post on the wall if VK cannot share', async () => {
    const fault = (error_code: number) => ({ error_type: 'client_error', error_data: { error_code } });
    const wish = { link: 'https://play.example/g', title: 'Gems' };
    const sharing = (code: number) =>
      start({ page: answering({ VKWebAppShare: fault(code), VKWebAppShowWallPostBox: { post_id: 1 } }) });
    const unsupported = await sharing(6);
    await ask(unsupported, unsupported.platform.share?.share(wish));
    const posts = callsOf(unsupported.harness, 'VKWebAppShowWallPostBox');
    expect(posts).toMatchObject([{ message: 'Gems', attachments: wish.link }]);
    const refused = await sharing(4);
    expect(await ask(refused, refused.platform.share?.share(wish))).toEqual({ outcome: 'cancelled' });
    expect(callsOf(refused.harness, 'VKWebAppShowWallPostBox')).toEqual([]);
  });
});

describe('advertisements', () => {
  it('are requested by format, and the game is notified whether there are any', async () => {
    const { platform, harness } = await start({ scenario: { ad: 'no-fill' } });
    expect(await platform.video?.ready()).toBe(false);
    for (const kind of ['video', 'interstitial'] as const) await platform[kind]?.show();
    const formats = callsOf(harness, 'VKWebAppShowNativeAds').map(({ ad_format }) => ad_format);
    expect(formats).toEqual(['reward', 'interstitial']);
    await vi.waitFor(() => expect(harness.events).toContainEqual({ kind: 'video', isAvailable: false }));
  });

  it('that the page lacks are not implemented; a missing banner is an unknown error', async () => {
    const unsupported = {
      error_type: 'client_error',
      error_data: { error_code: 6, error_reason: 'Unsupported platform' },
    };
    const names = ['ShowBannerAd', 'HideBannerAd', 'ShowNativeAds', 'CheckNativeAds'];
    const replies = Object.fromEntries(names.map((name) => [`VKWebApp${name}`, unsupported]));
    const { platform } = await start({ page: answering(replies) });
    expect(await platform.video?.show()).toEqual({ outcome: 'failed', reason: 'NotImplemented' });
    expect(await platform.banner?.show()).toEqual({ shown: false, reason: 'Unknown' });
    expect(await platform.banner?.hide()).toEqual({ hidden: false, reason: 'Unknown' });
  });
});

describe('a game written for VK', () => {
  // All requests in the types of @vkontakte/vk-bridge 3.0.2, without the prefix.
  const documented =
    'AccelerometerStart AccelerometerStop AddToCommunity AddToFavorites AddToHomeScreen AddToHomeScreenInfo AddToMenu ' +
    'AddToProfile AllowMessagesFromGroup AllowNotifications AudioPause CallAPIMethod CallGetStatus CallJoin CallStart ' +
    'CheckAllowedScopes CheckBannerAd CheckNativeAds CheckSurvey Close ConversionHit CopyText CreateHash ' +
    'DenyNotifications DeviceMotionStart DeviceMotionStop DisableSwipeBack DownloadFile EnableSwipeBack FlashGetInfo ' +
    'FlashSetLevel GetAuthToken GetClientVersion GetCommunityToken GetConfig GetEmail GetFriends GetGeodata ' +
    'GetGrantedPermissions GetGroupInfo GetLaunchParams GetPersonalCard GetPhoneNumber GetUserInfo GyroscopeStart ' +
    'GyroscopeStop HideBannerAd Init JoinGroup LeaveGroup LibverifyCheck LibverifyRequest OpenApp OpenCodeReader ' +
    'OpenContacts OpenPayForm OpenQR OpenWallPost Recommend ResizeWindow RetargetingPixel Scroll ScrollTop ' +
    'ScrollTopStart ScrollTopStop SendPayload SendToClient SetLocation SetSwipeSettings SetViewSettings Share ' +
    'ShowBannerAd ShowCommunityWidgetPreviewBox ShowImages ShowInviteBox ShowLeaderBoardBox ShowMessageBox ' +
    'ShowNativeAds ShowOrderBox ShowRequestBox ShowSlidesSheet ShowStoryBox ShowSubscriptionBox ShowSurvey ' +
    'ShowWallPostBox StorageGet StorageGetKeys StorageSet SubscribeStoryApp TapticImpactOccurred ' +
    'TapticNotificationOccurred TapticSelectionChanged TrackEvent Translate';

  it('may call every method that VK documents, or the README says why not', async () => {
    const table = /\| not passed on[^]*?\n\n/.exec(Object.values(readmes).join())?.[0] ?? '';
    const excepted = [...table.matchAll(/`VKWebApp(\w+)`/g)].map(([, name]) => name);
    const answers = documented.split(' ').map((name) => [`VKWebApp${name}`, { result: true }]);
    const { platform } = await start({ page: answering(Object.fromEntries(answers)) });
    const refused: string[] = [];
    for (const name of documented.split(' '))
      await platform.native?.send(`VKWebApp${name}`, {}).catch(() => refused.push(name));
    expect(new Set(refused)).toEqual(new Set(excepted));
  });

  it('may request a token of its own app, without the player’s address', async () => {
    const { platform, harness } = await start();
    const { length } = harness.posted;
    await platform.native?.send('VKWebAppGetAuthToken', { app_id: 7, scope: 'friends, email,phone_number' });
    expect(harness.posted.slice(length).map(({ message }) => message)).toMatchObject([
      { handler: 'VKWebAppGetAuthToken', params: { app_id: 51_000_001, scope: 'friends' } },
    ]);
  });

  it('gets VK’s events, but not those about phone numbers', async () => {
    const { harness } = await start();
    const tell = (type: string, data: object) => harness.deliver({ type, data });
    tell('VKWebAppUpdateConfig', { appearance: 'dark' });
    tell('VKWebAppLibverifyOnConfirmed', { token: 'secret' });
    tell('VKWebAppBannerAdUpdated', { result: true });
    await vi.waitFor(() =>
      expect(harness.events.filter((each) => 'type' in readUntrustedFields(each))).toEqual([
        { type: 'VKWebAppUpdateConfig', data: { appearance: 'dark' } },
        { type: 'VKWebAppBannerAdUpdated', data: { result: true } },
      ]),
    );
  });

  it('gets every event that the simulated page can send', async () => {
    const { harness } = await start();
    // Another entry only shows what VK has stored.
    const sent = harness.pageEvents.filter(({ title }) => title.startsWith('VKWebApp'));
    for (const event of sent) event.send();
    const types = () => harness.events.flatMap((each) => readUntrustedFields(each)['type'] ?? []);
    await vi.waitFor(() => expect(types()).toHaveLength(sent.length));
    expect(types()).toEqual(sent.map(({ title }) => title));
    expect(new Set(types())).toEqual(new Set(nativeEvents.split(' ').map((name) => `VKWebApp${name}`)));
    expect(harness.events).toContainEqual({ type: 'VKWebAppChangeFragment', data: { location: 'room-9' } });
  });

  it('may call allowed methods, and none that take payments or prove the player', async () => {
    const { platform, harness } = await start();
    const { native } = platform;
    expect(native?.bridgeMethod).toBe('SendVkBridge');
    expect(await native?.send('VKWebAppScroll', { top: 7, request_id: 'mine' })).toEqual({ top: 7, height: 0 });
    await expect(native?.send('VKWebAppOpenQR', {})).rejects.toMatchObject({ code: 'Unknown' });
    const { length } = harness.posted;
    for (const name of ['ShowOrderBox', 'ShowSubscriptionBox', 'CreateHash', 'GetLaunchParams', 'OpenPayForm', ''])
      await expect(native?.send(`VKWebApp${name}`, {})).rejects.toMatchObject({ code: 'NotSupported' });
    expect(harness.posted).toHaveLength(length);
  });

  it('has VK’s statistics under their name', async () => {
    const { platform, harness } = await start();
    platform.stats?.['vkcom']?.('level_up', { level: 3 });
    const events = callsOf(harness, 'VKWebAppTrackEvent');
    expect(events).toMatchObject([{ event_name: 'level_up', event_params: { level: 3 } }]);
  });
});

describe('an app of VK', () => {
  const methods = ['VKWebAppInit', 'VKWebAppGetUserInfo', 'VKWebAppClose', 'VKWebAppShare', 'VKWebAppGetAuthToken'];
  const each = <T>(make: (method: string) => T) => Object.fromEntries(methods.map((name) => [name, make(name)]));
  type Take = (method: string, params: UntrustedFields) => void;

  const kinds = {
    'of Android': (take: Take) => ({
      AndroidBridge: each((name) => (json: string) => take(name, readUntrustedFields(JSON.parse(json)))),
    }),
    'of Apple': (take: Take) => ({
      webkit: { messageHandlers: each((name) => ({ postMessage: (params: UntrustedFields) => take(name, params) })) },
    }),
    'of React Native': (take: Take) => ({
      ReactNativeWebView: {
        postMessage(text: string) {
          const { handler, params } = readUntrustedFields(JSON.parse(text));
          take(String(handler), readUntrustedFields(params));
        },
      },
    }),
  };

  it.each(Object.entries(kinds))('%s gets messages, and its methods are offered', async (kind, install) => {
    const calls: string[] = [];
    const harnesses: BrowserAdapterHarness[] = [];
    const supportedHandlers = ['VKWebAppShare'];
    const globals = install((method, { request_id }) => {
      calls.push(method);
      const data = { result: true, first_name: 'Ada', supportedHandlers, request_id };
      const answer = { type: `${method}Result`, data };
      const { window } = harnesses[0]?.host ?? {};
      const message = { data: JSON.stringify(answer), source: null };
      if (kind === 'of React Native') window?.document.dispatchEvent(Object.assign(new Event('message'), message));
      else window?.dispatchEvent(Object.assign(new Event('VKWebAppEvent'), { detail: answer }));
    });
    const harness = await open({ globals, framedBy: 'none', player: samplePlayer });
    harnesses.push(harness);
    const platform = await waitForValue(adapter.connect(harness.host), harness);
    expect(calls[0]).toBe('VKWebAppInit');
    expect(listCapabilitiesOf(platform)).toEqual(['share', 'native']);
    expect(platform.player(undefined).firstName).toBe('Ada');
    platform.dispose();
    expect(harness.listenerCount()).toBe(0);
  });
});
