// The production half in front of the simulated page of VK, by VK's own messages.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PlatformError, type BrowserHost, type Platform } from '../port.browser.ts';
import type { SimulatedStage } from '../simulator-port.browser.ts';
import { usualSituation, type SimulatedPlayer, type Situation } from '../situation.ts';
import { half } from './adapter.browser.ts';
import { fieldsOf, type Fields } from './fields-of.browser.ts';
import type { vkontaktecom } from './platform.ts';
import { page } from './simulator.browser.ts';

const friend = (id: string, firstName: string, gender: SimulatedPlayer['gender']) => ({
  id,
  firstName,
  lastName: 'Koval',
  gender,
  language: 'uk',
  country: 'UA',
  isGuest: false,
});
const player: SimulatedPlayer = {
  ...friend('100200300', 'Ada', 'female'),
  friends: [friend('100200301', 'Borys', 'male'), friend('100200302', 'Chiyo', 'unspecified')],
};
const vk = 'https://vk.com';
const launch =
  'https://play.example/play/gem-miner/iframe/vkontaktecom?vk_app_id=51000001&vk_user_id=100200300&vk_language=ua&vk_platform=desktop_web&vk_is_favorite=0&vk_access_token_settings=&sign=x#room-7';

interface Choices {
  readonly situation?: Partial<Situation>;
  readonly framedBy?: string;
  readonly launch?: string;
  readonly data?: BrowserHost<typeof vkontaktecom>['data'];
  readonly answers?: readonly string[];
  /** Where VK's server answers something else. */
  readonly server?: Readonly<Record<string, (body: Fields) => unknown>>;
  /** Instead of the simulated page. */
  readonly replies?: Readonly<Record<string, object>>;
}

const server: Readonly<Record<string, (body: Fields) => unknown>> = {
  '/profile': () => ({
    id: 100_200_300,
    first_name: 'Ada',
    last_name: 'Winter',
    sex: 1,
    photo_200: 'https://x.example/a',
  }),
  '/token': ({ scope }) => ({ access_token: `token:${String(scope)}`, scope }),
  '/method/friends.getAppUsers': ({ access_token }) =>
    access_token === 'token:friends'
      ? { response: player.friends.map(({ id }) => Number(id)) }
      : { error: { error_code: 15, error_msg: 'Access denied' } },
  '/method/users.get': ({ user_ids }) => ({
    response: String(user_ids)
      .split(',')
      .map((id) => ({ id: Number(id), first_name: 'Friend', last_name: id, sex: 2 })),
  }),
  '/order/begin': () => ({ outcome: 'asked', order_id: 7, title: '100 gems', price: 24 }),
  '/order/pay': () => ({ outcome: 'charged' }),
};

/** A window in a frame, the page around it, and what happened between them. */
function createScene(choices: Choices = {}) {
  const { framedBy = vk, answers = [], replies } = choices;
  const heard = {
    sent: [] as { origin: string; handler: string; params: Fields }[],
    asked: [] as string[],
    fetched: [] as [string, Fields][],
    news: [] as unknown[],
    warned: [] as unknown[],
    notified: [] as string[],
    pauses: [] as number[],
    listening: 0,
  };
  const events = new EventTarget();
  const listeners = new Set<(message: unknown) => void>();
  const parent = {
    postMessage: (message: unknown, origin: string) => {
      const { handler, params } = fieldsOf(message);
      heard.sent.push({ origin, handler: String(handler), params: fieldsOf(params) });
      if (origin === framedBy) for (const each of listeners) each(structuredClone(message));
    },
  };
  const deliver = (
    data: unknown,
    { origin = framedBy, source = parent }: { origin?: string; source?: unknown } = {},
  ): void => void events.dispatchEvent(Object.assign(new Event('message'), { data, origin, source }));
  const window = {
    parent,
    location: { ancestorOrigins: [framedBy] },
    document: { referrer: '' },
    setTimeout: (run: () => void, ms: number) => {
      heard.pauses.push(ms);
      return setTimeout(run, 0);
    },
    addEventListener: (name: string, listener: EventListener) => {
      heard.listening += 1;
      events.addEventListener(name, listener);
    },
    removeEventListener: (name: string, listener: EventListener) => {
      heard.listening -= 1;
      events.removeEventListener(name, listener);
    },
  };
  const left = [...answers];
  const stage: SimulatedStage = {
    situation: { ...usualSituation, ...choices.situation },
    player,
    at: 'http://lab.example',
    post: (message) => deliver(structuredClone(message)),
    listen: (hear) => {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    ask: async ({ title, answers: offered }) => {
      heard.asked.push(title);
      return left.shift() ?? offered[0]?.name ?? '';
    },
    notify: (text) => void heard.notified.push(text),
    banner: (edge) => (edge === undefined ? 0 : 60),
    fetch: async (path, body = {}) => {
      heard.fetched.push([path, fieldsOf(body)]);
      return (choices.server?.[path] ?? server[path])?.(fieldsOf(body));
    },
    log: () => undefined,
  };
  if (replies)
    listeners.add((message) => {
      const { handler, params } = fieldsOf(message);
      const { request_id } = fieldsOf(params);
      const reply = replies[String(handler)];
      if (reply) deliver({ type: `${String(handler)}Result`, data: { ...reply, request_id } });
    });
  const stopPage = replies ? () => undefined : page.start(stage);
  const host: BrowserHost<typeof vkontaktecom> = {
    game: 'gem-miner',
    title: 'Gem Miner',
    data: 'data' in choices ? choices.data : { AppId: '51000001', GroupId: '77000001' },
    // The half uses these parts of a window and no others.
    window: window as unknown as Window,
    launchUrl: new URL(choices.launch ?? launch),
    orientation: undefined,
    calls: {} as never,
    own: {} as never,
    news: {
      focus: (isFocused) => void heard.news.push(['focus', isFocused]),
      playerChanged: () => void heard.news.push('player'),
      insetsChanged: () => void heard.news.push('insets'),
      adAvailable: (kind, isAvailable) => void heard.news.push([kind, isAvailable]),
    },
    isSignedIn: () => true,
    loadScript: () => Promise.reject(new Error('VK needs no script')),
    // A second is ten milliseconds here.
    inTime: (what, promise, ms = 15_000) =>
      Promise.race([
        promise,
        new Promise<never>((_, reject) => setTimeout(() => reject(new PlatformError('Timeout', what)), ms / 100)),
      ]),
    language: () => 'en',
    showInfo: async () => undefined,
    reload: () => undefined,
    log: { warn: (text, detail) => void heard.warned.push([text, detail]) },
  };
  const callsOf = (handler: string) =>
    heard.sent.filter((sent) => sent.handler === handler).map(({ params }) => params);
  return { host, heard, window, deliver, stopPage, callsOf, connect: () => half.connect(host) };
}

type Connected = Platform<{ QueryString: string }, undefined, undefined>;

let connected: Connected | undefined;
let scene: ReturnType<typeof createScene>;

async function start(choices?: Choices): Promise<Connected> {
  scene = createScene(choices);
  connected = await scene.connect();
  return connected;
}

/** The group, which has to be there. */
function the<K extends keyof Connected>(platform: Connected, name: K): NonNullable<Connected[K]> {
  const group = platform[name];
  if (!group) throw new Error(`There is no ${name}`);
  return group;
}

beforeEach(() => void vi.spyOn(globalThis.document, 'visibilityState', 'get').mockReturnValue('visible'));
afterEach(() => {
  connected?.dispose();
  connected = undefined;
  vi.restoreAllMocks();
});

const order = { orderId: 'b7a1c0de-0000-4000-8000-000000000001', sku: 'gems-100', reply: undefined };

describe('connecting', () => {
  it('says hello first, to the origin of the page and no other', async () => {
    const platform = await start();
    expect(scene.heard.sent[0]).toMatchObject({ handler: 'VKWebAppInit', origin: vk });
    expect(new Set(scene.heard.sent.map(({ origin }) => origin))).toEqual(new Set([vk]));
    expect(await platform.login()).toEqual({ QueryString: new URL(launch).search.slice(1) });
    expect(platform.language).toBe('uk');
    expect(platform.payload).toBe('room-7');
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

  it('reads the address of an old game', async () => {
    const platform = await start({
      framedBy: 'https://m.vk.ru',
      launch:
        'https://play.example/?api_id=51000001&viewer_id=100200300&language=2&platform=web&access_token=abc&access_token_settings=friends&hash=room-8&sign=x',
    });
    expect(platform.language).toBe('be');
    expect(platform.payload).toBe('room-8');
    expect(platform.player(undefined)).toMatchObject({ userId: '100200300', vkcom: { accessToken: 'abc' } });
    expect(platform.player(undefined)).not.toHaveProperty('socialFlavor');
    expect(scene.callsOf('VKWebAppGetAuthToken')).toEqual([]);
  });

  it('offers what its manifest says', async () => {
    const platform = await start();
    const { vkontaktecom: manifest } = await import('./platform.ts');
    for (const offer of manifest.offers) expect(platform).toHaveProperty(offer);
    expect(platform).not.toHaveProperty('signIn');
  });

  it.each([
    ['on an iPhone', 'vk_platform=desktop_web', 'vk_platform=mobile_iphone'],
    ['inside Odnoklassniki', '&sign=', '&vk_client=ok&sign='],
  ])('takes no votes %s', async (_, before, after) => {
    expect(await start({ launch: launch.replace(before, after) })).not.toHaveProperty('purchases');
  });

  it('has no community where nobody has set one up', async () => {
    expect(await start({ data: { AppId: '51000001' } })).not.toHaveProperty('community');
  });

  it('leaves out what the page does not know, and believes a page that does not tell', async () => {
    const replies = { VKWebAppInit: { result: true }, VKWebAppGetUserInfo: { id: 1 } };
    const few = await start({
      replies: { ...replies, SetSupportedHandlers: { supportedHandlers: ['VKWebAppShare'] } },
    });
    expect(few).toHaveProperty('share');
    expect(few).not.toHaveProperty('purchases');
    expect(few).not.toHaveProperty('video');
    few.dispose();
    expect(await start({ replies })).toHaveProperty('purchases');
    expect(scene.heard.warned).toEqual(
      expect.arrayContaining([['VK did not do SetSupportedHandlers', expect.anything()]]),
    );
  });

  it.each(['silent', 'blocked'] as const)('ends with a code when the page is %s', async (sdk) => {
    scene = createScene({ situation: { sdk } });
    await expect(scene.connect()).rejects.toMatchObject({
      code: 'Timeout',
      message: 'Failed to initiialize vk bridge',
    });
    expect(scene.heard.listening).toBe(0);
  });

  it('ends with a code where nobody has set it up', async () => {
    scene = createScene({ data: undefined });
    await expect(scene.connect()).rejects.toMatchObject({ code: 'Unknown', message: 'No AppId' });
  });

  it.each(['https://evil.example', 'https://vk.com.evil.example', 'http://vk.com', 'https://evilvk.com'])(
    'says nothing to %s',
    async (framedBy) => {
      scene = createScene({ framedBy });
      await expect(scene.connect()).rejects.toMatchObject({ message: 'Failed to initiialize vk bridge' });
      expect(scene.heard.sent).toEqual([]);
    },
  );

  it('knows the page of a simulation by its settings alone', async () => {
    const framedBy = 'http://localhost:8080';
    expect(await start({ framedBy, data: { AppId: '51000001', FrameOrigin: framedBy } })).toHaveProperty('purchases');
  });
});

describe('what others say', () => {
  it('is not heard: neither from another window nor from another origin', async () => {
    await start();
    scene.deliver({ type: 'VKWebAppViewHide', data: {} }, { source: {} });
    scene.deliver({ type: 'VKWebAppViewHide', data: {} }, { origin: 'https://evil.example' });
    for (const nonsense of [null, 'text', 7, {}, { type: 'VKWebAppViewHide2' }, { type: {}, data: [] }])
      scene.deliver(nonsense);
    expect(scene.heard.news.filter((news) => String(news).startsWith('focus'))).toEqual([]);
  });

  it('of VK is: focus, another fragment', async () => {
    const platform = await start();
    scene.deliver({ type: 'VKWebAppViewHide', data: {} });
    scene.deliver({ type: 'VKWebAppViewRestore', data: {} });
    scene.deliver({ type: 'VKWebAppChangeFragment', data: { location: '#room-9' } });
    expect(scene.heard.news).toEqual(
      expect.arrayContaining([
        ['focus', false],
        ['focus', true],
      ]),
    );
    expect(platform.payload).toBe('room-9');
  });
});

describe('an order box', () => {
  const pay = async (choices: Choices) => the(await start(choices), 'purchases').pay(order);

  it.each(['paid', 'webhook-late', 'webhook-twice'] as const)(
    'that ends as %s is seen as completed',
    async (payment) => {
      expect(await pay({ situation: { payment } })).toEqual({ outcome: 'completed' });
      expect(scene.callsOf('VKWebAppShowOrderBox')).toMatchObject([{ type: 'item', item: order.orderId }]);
      // Before a dialog of VK.
      expect(scene.heard.pauses).toContain(500);
    },
  );

  it.each(['cancelled', 'paid-but-cancelled'] as const)('that ends as %s is seen as cancelled', async (payment) => {
    expect(await pay({ situation: { payment } })).toEqual({ outcome: 'cancelled', message: 'User denied' });
  });

  it('that fails is seen as failed', async () => {
    expect(await pay({ situation: { payment: 'failed' } })).toEqual({ outcome: 'failed', message: 'Order error' });
  });

  it('asks the player', async () => {
    expect(await pay({})).toEqual({ outcome: 'completed' });
    expect(scene.heard.asked).toContain('Purchase');
    connected?.dispose();
    expect(await pay({ answers: ['cancel'] })).toEqual({ outcome: 'cancelled', message: 'User denied' });
  });

  const failures: [object, object][] = [
    [{}, { outcome: 'failed', message: 'Vkontakte responded with error' }],
    [{ success: false }, { outcome: 'failed', message: 'Vkontakte responded with error' }],
    [{ status: 'success' }, { outcome: 'completed' }],
    [{ error_type: 'client_error' }, { outcome: 'failed', message: 'VK answered with client_error' }],
    [
      { error_type: 'client_error', error_data: {} },
      { outcome: 'failed', message: 'VK answered with client_error' },
    ],
    [
      { error_type: 'api_error', error_data: { error_code: 4, error_msg: 'Incorrect signature' } },
      { outcome: 'failed', message: 'Incorrect signature' },
    ],
    [
      { error_type: 'auth_error', error_data: { error: 'x', error_reason: 'denied', error_description: 'by VK' } },
      { outcome: 'failed', message: 'denied: by VK: x' },
    ],
    [
      { error_type: 'client_error', error_data: { error_code: '4', error_reason: 'User denied' } },
      { outcome: 'cancelled', message: 'User denied' },
    ],
  ];
  it.each(failures)('that answers %j is seen as %j', async (reply, seen) => {
    const replies = { VKWebAppInit: { result: true }, VKWebAppGetUserInfo: {}, VKWebAppShowOrderBox: reply };
    expect(await pay({ replies })).toEqual(seen);
  });
});

describe('people', () => {
  it('lists friends who play, with the right that the player grants', async () => {
    const friends = await the(await start(), 'friends').list();
    expect(friends).toEqual(
      player.friends.map(({ id }) => ({
        uid: id,
        firstName: 'Friend',
        lastName: id,
        displayName: `Friend ${id}`,
        gender: 'male',
      })),
    );
    expect(scene.heard.asked).toEqual(['Allow access']);
    expect(scene.callsOf('VKWebAppCallAPIMethod').map(({ params }) => fieldsOf(params)['v'])).toEqual([
      '5.131',
      '5.131',
    ]);
  });

  it('lists a thousand of them, a hundred at a time', async () => {
    const ids = Array.from({ length: 1234 }, (_, at) => at + 1);
    const platform = await start({ server: { '/method/friends.getAppUsers': () => ({ response: ids }) } });
    expect(await the(platform, 'friends').list()).toHaveLength(1000);
    expect(scene.callsOf('VKWebAppCallAPIMethod')).toHaveLength(11);
  });

  it('does not list them against the player’s will', async () => {
    const platform = await start({ answers: ['no'] });
    await expect(the(platform, 'friends').list()).rejects.toMatchObject({ code: 'UserCancelled' });
  });

  it('invites by VK’s own list, or one by one', async () => {
    const platform = await start({ answers: ['yes', 'yes', 'no'] });
    const invites = the(platform, 'invites');
    expect(await invites.invite({ message: '', uids: [] })).toBe(1);
    expect(await invites.invite({ message: 'Come!', uids: ['100200301', '100200302', '100200303'] })).toBe(1);
    expect(scene.callsOf('VKWebAppShowRequestBox')).toMatchObject([{ uid: 100_200_301, message: 'Come!' }, {}]);
    expect(scene.heard.asked).toEqual(['Invite friends', 'Ask Borys', 'Ask Chiyo']);
  });

  it('says that the player invited nobody', async () => {
    const invites = the(await start({ answers: ['no', 'no'] }), 'invites');
    await expect(invites.invite({ message: '', uids: [] })).rejects.toMatchObject({ code: 'UserCancelled' });
    await expect(invites.invite({ message: '', uids: ['1'] })).rejects.toMatchObject({ code: 'UserCancelled' });
  });

  it('shares, adds, joins and recommends; no is an answer', async () => {
    const platform = await start({ answers: ['yes', 'yes', 'no', 'yes', 'no', 'yes', 'no'] });
    await the(platform, 'share').share({ link: 'https://play.example/g', title: 'Gems' });
    expect(scene.heard.notified).toEqual(['Shared on the wall.']);
    expect(await the(platform, 'favorites').add()).toBe(true);
    expect(await the(platform, 'favorites').add()).toBe(false);
    expect(await the(platform, 'community').join()).toBe(true);
    expect(await the(platform, 'community').join()).toBe(false);
    expect(scene.callsOf('VKWebAppJoinGroup')).toMatchObject([{ group_id: 77_000_001 }, {}]);
    const reviews = the(platform, 'reviews');
    expect([await reviews.canAsk(), await reviews.ask(), await reviews.ask()]).toEqual([true, true, true]);
    expect(await reviews.info()).toEqual({ available: false });
    expect(await the(platform, 'clipboard').copy('abc')).toBe(true);
  });

  it('posts on the wall where VK cannot share', async () => {
    const fault = (error_code: number) => ({ error_type: 'client_error', error_data: { error_code } });
    const replies = {
      VKWebAppInit: { result: true },
      VKWebAppGetUserInfo: {},
      VKWebAppShowWallPostBox: { post_id: 1 },
    };
    const wish = { link: 'https://play.example/g', title: 'Gems' };
    await the(await start({ replies: { ...replies, VKWebAppShare: fault(6) } }), 'share').share(wish);
    expect(scene.callsOf('VKWebAppShowWallPostBox')).toMatchObject([{ message: 'Gems', attachments: wish.link }]);
    connected?.dispose();
    const again = the(await start({ replies: { ...replies, VKWebAppShare: fault(4) } }), 'share');
    await expect(again.share(wish)).rejects.toMatchObject({ code: 'UserCancelled' });
    expect(scene.callsOf('VKWebAppShowWallPostBox')).toEqual([]);
  });
});

describe('advertisements', () => {
  it.each([
    ['finished', { outcome: 'finished' }, true],
    ['skipped', { outcome: 'skipped' }, true],
    ['no-fill', { outcome: 'failed', reason: 'Unknown' }, false],
  ] as const)('that are %s', async (ad, outcome, isReady) => {
    const platform = await start({ situation: { ad } });
    for (const kind of ['video', 'interstitial'] as const) {
      expect(await the(platform, kind).ready()).toBe(isReady);
      expect(await the(platform, kind).show()).toEqual(outcome);
    }
    expect(scene.callsOf('VKWebAppShowNativeAds')).toMatchObject([
      { ad_format: 'reward' },
      { ad_format: 'interstitial' },
    ]);
    await vi.waitFor(() => expect(scene.heard.news).toContainEqual(['video', isReady]));
  });

  it('lie at the edge, and go away', async () => {
    const banner = the(await start(), 'banner');
    expect([await banner.show(), await banner.hide()]).toEqual([{ shown: true }, { hidden: true }]);
    connected?.dispose();
    expect(await the(await start({ situation: { ad: 'no-fill' } }), 'banner').show()).toEqual({
      shown: false,
      reason: 'Unknown',
    });
  });
});

describe('a game that knows VK', () => {
  it('may call what goes past nobody', async () => {
    const native = the(await start(), 'native');
    expect(native.bridgeMethod).toBe('SendVkBridge');
    expect(await native.send('VKWebAppScroll', { top: 7, request_id: 'mine' })).toEqual({ top: 7, height: 0 });
    await expect(native.send('VKWebAppStorageGet', { keys: [] })).rejects.toMatchObject({ code: 'Unknown' });
  });

  it.each([
    'VKWebAppShowOrderBox',
    'VKWebAppGetAuthToken',
    'VKWebAppGetLaunchParams',
    'VKWebAppOpenPayForm',
    'toString',
    '',
  ])('may not call %s', async (method) => {
    const native = the(await start(), 'native');
    // Whether there are advertisements is asked for a moment after the start.
    await vi.waitFor(() => expect(scene.callsOf('VKWebAppCheckNativeAds')).toHaveLength(2));
    const before = scene.heard.sent.length;
    await expect(native.send(method, {})).rejects.toMatchObject({ code: 'NotSupported' });
    expect(scene.heard.sent).toHaveLength(before);
  });

  it('has VK’s statistics under their name', async () => {
    the(await start(), 'stats')['vkcom']?.('level_up', { level: 3 });
    expect(scene.callsOf('VKWebAppTrackEvent')).toMatchObject([{ event_name: 'level_up', event_params: { level: 3 } }]);
  });
});

describe('in an app of VK', () => {
  /** What the app puts into the window. */
  function native(kind: 'android' | 'apple') {
    const made = createScene();
    const calls: [string, Fields][] = [];
    const methods = ['VKWebAppInit', 'VKWebAppGetUserInfo', 'VKWebAppClose', 'VKWebAppShare', 'VKWebAppGetAuthToken'];
    const answer = (method: string, params: Fields): void => {
      calls.push([method, params]);
      tell(`${method}Result`, { result: true, first_name: 'Ada', request_id: params['request_id'] });
    };
    const tell = (type: string, data: object): void => {
      listeners.forEach((hear) => hear(new CustomEvent('VKWebAppEvent', { detail: { type, data } })));
    };
    const listeners = new Set<(event: Event) => void>();
    const android = Object.fromEntries(
      methods.map((method) => [method, (json: string) => answer(method, fieldsOf(JSON.parse(json)))]),
    );
    const messageHandlers = Object.fromEntries(
      methods.map((method) => [method, { postMessage: (params: Fields) => answer(method, params) }]),
    );
    const window = {
      ...made.window,
      ...(kind === 'android' ? { AndroidBridge: android } : { webkit: { messageHandlers } }),
      addEventListener: (_: string, hear: (event: Event) => void) => listeners.add(hear),
      removeEventListener: (_: string, hear: (event: Event) => void) => listeners.delete(hear),
    };
    const host = { ...made.host, window: window as unknown as Window };
    return { host, calls, listeners, made };
  }

  it.each(['android', 'apple'] as const)('talks to the app, and offers what it has: %s', async (kind) => {
    const { host, calls, listeners, made } = native(kind);
    const platform = await half.connect(host);
    expect(calls[0]).toEqual(['VKWebAppInit', { request_id: expect.stringMatching(/^1_/) }]);
    expect(made.heard.sent).toEqual([]);
    expect(platform).toHaveProperty('share');
    expect(platform).not.toHaveProperty('purchases');
    expect(platform.player(undefined).firstName).toBe('Ada');
    platform.dispose();
    expect(listeners.size).toBe(0);
  });
});

describe('after the game was left', () => {
  it('nobody listens, and whoever waits hears an end', async () => {
    const platform = await start({ replies: { VKWebAppInit: { result: true }, VKWebAppGetUserInfo: {} } });
    const waiting = the(platform, 'native').send('VKWebAppScroll', {});
    await vi.waitFor(() => expect(scene.callsOf('VKWebAppScroll')).toHaveLength(1));
    const hasEnded = expect(waiting).rejects.toMatchObject({ message: 'The game was left' });
    platform.dispose();
    await hasEnded;
    expect(scene.heard.listening).toBe(0);
    await expect(the(platform, 'native').send('VKWebAppScroll', {})).rejects.toMatchObject({ code: 'Unknown' });
  });

  it('the simulated page answers nobody', async () => {
    await start();
    scene.stopPage();
    const before = scene.heard.news.length;
    document.dispatchEvent(new Event('visibilitychange'));
    expect(scene.heard.news).toHaveLength(before);
  });
});
