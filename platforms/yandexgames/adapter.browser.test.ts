// The production half over the simulated script, which asks the simulated page; what lies behind the page are a few books here.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { inTime } from '#portal/platform/start-platform.ts';
import { offersOf, type BrowserHost, type Platform } from '../port.browser.ts';
import { usualSituation, type Situation } from '../situation.ts';
import { half } from './adapter.browser.ts';
import type { yandexgames } from './platform.ts';
import { page } from './simulator.browser.ts';

type Host = BrowserHost<typeof yandexgames>;
type Connected = Awaited<ReturnType<typeof half.connect>>;
type Signed = { signature: string; data: unknown };
interface Script {
  YaGames?: { init(options: object): Promise<Record<string, unknown>> } | undefined;
}

const order = { orderId: 'order-1', sku: 'gems', reply: { StoreSpecificOrderProductSku: 'gems-100' } };
const script = globalThis as unknown as Script;
// As the file has it until it is served.
const pageOrigin = '{page}';

let heard: ((message: unknown) => void) | undefined;
let simulated: Script['YaGames'];
const posted: { origin: string; method: string }[] = [];
const frame = {
  postMessage: (message: { method: string }, origin: string) => {
    posted.push({ origin, method: message.method });
    heard?.(structuredClone(message));
  },
};
const deliver = (data: unknown, { source = frame, origin = pageOrigin }: { source?: unknown; origin?: string } = {}) =>
  window.dispatchEvent(Object.assign(new Event('message'), { data, source, origin }));

const { parent } = globalThis;
beforeAll(async () => {
  Object.defineProperty(globalThis, 'parent', { value: frame, configurable: true, writable: true });
  // A script and no module of ours: it leaves its global behind.
  const path = './simulator-sdk.js';
  await import(path);
  simulated = script.YaGames;
  script.YaGames = undefined;
});
afterAll(() => {
  Object.defineProperty(globalThis, 'parent', { value: parent, configurable: true, writable: true });
});

interface Choices {
  readonly situation?: Partial<Situation>;
  readonly isGuest?: boolean;
  readonly answers?: readonly string[];
  /** What our server says to a purchase; the last one stays. */
  readonly grants?: readonly (boolean | 'down')[];
  readonly host?: Partial<Host>;
  /** Instead of the simulated page's. */
  readonly change?: (sdk: Record<string, unknown>) => void;
  readonly fetch?: (path: string) => unknown;
}

/** The page, its server's books, our server, and what happened. */
function createScene({ situation, isGuest = false, answers = [], grants = [true], ...more }: Choices = {}) {
  const seen = {
    scripts: [] as string[],
    asked: [] as string[],
    notices: [] as string[],
    news: [] as unknown[],
    logged: [] as string[],
    brought: [] as [signature: string, isList: boolean][],
    steps: [] as string[],
    players: [] as string[],
    banner: undefined as string | undefined,
  };
  const left = [...answers];
  const ends = [...grants];
  const shelf: string[] = [];
  const server: Readonly<Record<string, (body: Record<string, string>) => unknown>> = {
    '/web/player': ({ id = '', isExpired = '' }) => {
      seen.players.push(id);
      const name = isGuest && id === '1' ? '' : 'Ada Winter';
      const photo = `https://lab.example/avatar/${name === '' ? '0' : 'a1'}/islands-200`;
      return { signature: `player:${id}:${isExpired}`, uniqueId: `u${id}=`, name, photo };
    },
    '/web/catalogue': () => [{ id: 'gems-100', title: '100 gems', description: '', priceValue: '49' }],
    '/web/buy': ({ id = '', developerPayload = '' }) => {
      shelf.push(`${id}/${developerPayload}`);
      return { signature: `one:${shelf.at(-1)}`, data: {} } satisfies Signed;
    },
    '/web/purchases': () => ({ signature: `all:${shelf.join(',')}`, data: [] }) satisfies Signed,
    '/web/consume': ({ token = '' }) => {
      seen.steps.push(`consumed ${token}`);
      if (!shelf.includes(token)) throw new Error('There is no such purchase');
      shelf.splice(shelf.indexOf(token), 1);
      return {};
    },
  };
  const stop = page.start({
    situation: { ...usualSituation, ...situation },
    player: {
      id: '1',
      firstName: 'Ada',
      lastName: 'Winter',
      gender: 'female',
      language: 'en',
      country: 'GB',
      isGuest,
      friends: [],
    },
    at: 'http://lab.example',
    post: (message) => queueMicrotask(() => deliver(message)),
    listen: (hear) => {
      heard = hear;
      return () => void (heard = undefined);
    },
    ask: async ({ title, answers: offered }) => {
      seen.asked.push(title);
      return left.shift() ?? offered[0]?.name ?? '';
    },
    notify: (text) => void seen.notices.push(text),
    banner: (edge) => {
      seen.banner = edge;
      return edge ? 60 : 0;
    },
    fetch: async (path, body = {}) => more.fetch?.(path) ?? server[path]?.(body as Record<string, string>),
    log: () => undefined,
  });
  const host: Host = {
    game: 'gem-miner',
    title: 'Gem Miner',
    data: { SdkUrl: 'http://lab.example/sdk.js' },
    window,
    launchUrl: new URL('https://play.example/play/gem-miner/iframe/yandexgames'),
    orientation: undefined,
    calls: {
      purchase: async ({ YandexSignedData, YandexGetPurchasesRequest, Game }) => {
        expect(Game).toBe('gem-miner');
        seen.brought.push([YandexSignedData, YandexGetPurchasesRequest]);
        const end = ends.length > 1 ? ends.shift() : ends[0];
        if (end === 'down') throw new Error('There is no network');
        const tokens = YandexSignedData.replace(/^\w+:/, '').split(',').filter(Boolean);
        seen.steps.push(...tokens.map((token) => `${end ? 'granted' : 'refused'} ${token}`));
        return { TokenSuccesses: tokens.map((PurchaseToken) => ({ PurchaseToken, Success: end === true })) };
      },
      redeemBonus: async () => ({ Success: false }),
    },
    own: {} as never,
    isSignedIn: () => true,
    news: {
      focus: (isFocused) => void seen.news.push({ isFocused }),
      playerChanged: () => void seen.news.push('player'),
      insetsChanged: () => void seen.news.push('insets'),
      adAvailable: (kind, isAvailable) => void seen.news.push({ kind, isAvailable }),
    },
    loadScript: async (address) => {
      seen.scripts.push(address);
      const { change } = more;
      script.YaGames = simulated && {
        init: async (options) => {
          const sdk = await simulated?.init(options);
          change?.(sdk ?? {});
          return sdk ?? {};
        },
      };
    },
    inTime,
    language: () => 'en',
    showInfo: async () => undefined,
    reload: () => undefined,
    log: { warn: (text) => void seen.logged.push(text) },
    ...more.host,
  };
  return { host, seen, shelf, stop, connect: () => half.connect(host) };
}

let scene: ReturnType<typeof createScene>;
let connected: Connected | undefined;

/** Instead of the one before, in a page of its own. */
async function start(choices?: Choices): Promise<Connected> {
  connected?.dispose();
  script.YaGames = undefined;
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

afterEach(() => {
  connected?.dispose();
  connected = undefined;
  scene.stop();
  script.YaGames = undefined;
  posted.length = 0;
  vi.useRealTimers();
});

describe('connecting', () => {
  it('loads the script, which speaks to the page around it alone', async () => {
    const platform = await start();
    expect(scene.seen.scripts).toEqual(['http://lab.example/sdk.js']);
    expect(new Set(posted.map(({ origin }) => origin))).toEqual(new Set([pageOrigin]));
    expect(platform.language).toBe('en');
    expect(platform).not.toHaveProperty('payload');
    expect(offersOf(platform as Platform)).toEqual([
      'signIn',
      'purchases',
      'video',
      'interstitial',
      'banner',
      'favorites',
      'reviews',
      'clipboard',
      'lifecycle',
    ]);
  });

  it("takes the vendor's script where nothing else is said, and one that is there already", async () => {
    await start({ host: { data: {} } });
    expect(scene.seen.scripts).toEqual(['https://sdk.games.s3.yandex.net/sdk.js']);
    await half.connect(scene.host);
    expect(scene.seen.scripts).toHaveLength(1);
  });

  it('ends with the reason when the script is blocked or brings nothing', async () => {
    scene = createScene({ host: { loadScript: () => Promise.reject(new Error('blocked')) } });
    await expect(scene.connect()).rejects.toThrow('blocked');
    scene = createScene({ host: { loadScript: async () => undefined } });
    await expect(scene.connect()).rejects.toThrow('has come and brought nothing');
  });

  it('ends by itself when the page is silent, and waits for one that is late', async () => {
    vi.useFakeTimers();
    scene = createScene({ situation: { sdk: 'silent' } });
    const ended = expect(scene.connect()).rejects.toMatchObject({ code: 'Timeout' });
    await vi.advanceTimersByTimeAsync(10_000);
    await ended;
    script.YaGames = undefined;
    const late = start({ situation: { sdk: 'late' } });
    await vi.advanceTimersByTimeAsync(3000);
    expect(await late).toHaveProperty('purchases');
  });

  it('has fewer groups with a script that can do less, and the payload of the start', async () => {
    const platform = await start({
      change: (sdk) => {
        for (const name of ['payments', 'feedback', 'shortcut', 'clipboard', 'features', 'screen', 'on', 'off'])
          delete sdk[name];
        sdk['environment'] = { i18n: { lang: 'tr' }, payload: 'level-7' };
      },
    });
    expect(offersOf(platform as Platform)).toEqual(['signIn', 'video', 'interstitial', 'banner', 'lifecycle']);
    the(platform, 'lifecycle').started?.();
    expect(platform.payload).toBe('level-7');
    expect(platform.language).toBe('tr');
  });

  it.each([
    ['landscape', 'landscape'],
    ['portrait', 'portrait'],
    [undefined, 'portrait'],
  ] as const)('locks a game that is %s as %s', async (orientation, locked) => {
    await start({ host: { orientation } });
    await vi.waitFor(() => expect(scene.seen.notices).toEqual([`The screen is locked: ${locked}`]));
  });

  it('does without the lock where it is refused', async () => {
    await start({
      change: (sdk) => void (sdk['screen'] = { orientation: Object.freeze({ value: 'any' }) }),
    });
    expect(scene.seen.logged).toEqual(['Yandex Games could not lock the orientation']);
  });
});

describe('who plays', () => {
  it('is proved by the signature, with a name and a picture', async () => {
    const platform = await start();
    expect(await platform.login()).toEqual({ GetPlayerSignature: 'player:1:false', EnvironmentI18nLang: 'en' });
    expect(platform.player(undefined)).toEqual({
      userId: 'u1=',
      displayName: 'Ada Winter',
      firstName: 'Ada Winter',
      lastName: '',
      gender: 'unspecified',
      photo: { url: 'https://lab.example/avatar/a1/islands-200', width: 200, height: 200 },
      socialLocale: 'en',
    });
  });

  it('may be a guest, who has an id and no picture, and is then asked to sign in', async () => {
    const platform = await start({ isGuest: true });
    expect(await platform.login()).toMatchObject({ GetPlayerSignature: 'player:1:false' });
    expect(platform.player({ accountId: 'a', name: 'Guest 7' })).toMatchObject({
      userId: 'u1=',
      displayName: 'Guest 7',
      firstName: '',
    });
    expect(platform.player(undefined)).not.toHaveProperty('photo');
    await the(platform, 'signIn').open();
    // Somebody else by now, and the proof is a new one.
    expect(await platform.login()).toMatchObject({ GetPlayerSignature: 'player:17:false' });
    expect(platform.player(undefined)).toMatchObject({ userId: 'u17=', displayName: 'Ada Winter' });
  });

  it('who closes the sign-in has cancelled', async () => {
    const platform = await start({ isGuest: true, answers: ['no'] });
    await expect(the(platform, 'signIn').open()).rejects.toMatchObject({ code: 'UserCancelled' });
  });

  it('is asked for within the limit of the platform', async () => {
    vi.useFakeTimers();
    const platform = await start();
    for (let second = 0; second < 300; second += 1) {
      await platform.login();
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(scene.seen.players.length).toBeLessThanOrEqual(20);
    expect(scene.seen.players.length).toBeGreaterThan(10);
  });

  it('is asked for a second time at once, and again later while the game is played without an answer', async () => {
    vi.useFakeTimers();
    let failures = 1;
    const platform = await start({
      fetch: () => {
        if ((failures -= 1) >= 0) throw new Error('blocked');
      },
    });
    const soon = platform.login();
    await vi.advanceTimersByTimeAsync(1000);
    expect(await soon).toMatchObject({ GetPlayerSignature: 'player:1:false' });
    failures = 3;
    await vi.advanceTimersByTimeAsync(20_000);
    const nobody = platform.login();
    await vi.advanceTimersByTimeAsync(1000);
    expect(await nobody).toBeUndefined();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(scene.seen.news).toEqual([]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(scene.seen.news).toEqual(['player']);
    expect(await platform.login()).toMatchObject({ GetPlayerSignature: 'player:1:false' });
  });

  it('is nobody where the game has no key, and is not asked for again', async () => {
    vi.useFakeTimers();
    const player = { getUniqueID: () => 'u', getName: () => '', getPhoto: () => '' };
    const platform = await start({ change: (sdk) => void (sdk['getPlayer'] = async () => player) });
    expect(await platform.login()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(scene.seen.news).toEqual([]);
    expect(scene.seen.logged).toEqual([expect.stringContaining('to have a key')]);
  });
});

describe('a purchase', () => {
  const pay = async (choices: Choices) => the(await start(choices), 'purchases').pay(order);
  const token = 'gems-100/order-1';

  it.each(['paid', 'webhook-twice', 'ask'] as const)('that ends as %s is granted, then consumed', async (payment) => {
    expect(await pay({ situation: { payment } })).toEqual({ outcome: 'completed' });
    expect(scene.seen.brought).toEqual([[`one:${token}`, false]]);
    expect(scene.seen.steps).toEqual([`granted ${token}`, `consumed ${token}`]);
    expect(scene.shelf).toEqual([]);
    expect(scene.seen.asked).toEqual(payment === 'ask' ? ['Purchase'] : []);
  });

  it('may have a window that is late', async () => {
    vi.useFakeTimers();
    const platform = await start({ situation: { payment: 'webhook-late' } });
    const paying = the(platform, 'purchases').pay(order);
    await vi.advanceTimersByTimeAsync(3000);
    expect(await paying).toEqual({ outcome: 'completed' });
  });

  it('that the server refuses is not validated, and not consumed', async () => {
    expect(await pay({ situation: { payment: 'paid' }, grants: [false] })).toEqual({
      outcome: 'failed',
      message: 'Purchase not validated',
    });
    expect(scene.seen.steps).toEqual([`refused ${token}`]);
    expect(scene.shelf).toEqual([token]);
  });

  it('is brought again when the network breaks', async () => {
    vi.useFakeTimers();
    const platform = await start({ situation: { payment: 'paid' }, grants: ['down', 'down', true] });
    const paying = the(platform, 'purchases').pay(order);
    await vi.advanceTimersByTimeAsync(4000);
    expect(await paying).toEqual({ outcome: 'completed' });
    expect(scene.seen.brought).toHaveLength(3);
  });

  it('that cannot be brought stays at the platform, and the next start finishes it', async () => {
    vi.useFakeTimers();
    const platform = await start({ situation: { payment: 'paid' }, grants: ['down', 'down', 'down', true] });
    const paying = the(platform, 'purchases').pay(order);
    await vi.advanceTimersByTimeAsync(4000);
    expect(await paying).toEqual({ outcome: 'failed', message: 'Purchase not validated' });
    expect(scene.shelf).toEqual([token]);
    expect(scene.seen.steps).toEqual([]);
    await the(platform, 'purchases').restore?.();
    expect(scene.seen.brought.at(-1)).toEqual([`all:${token}`, true]);
    expect(scene.seen.steps).toEqual([`granted ${token}`, `consumed ${token}`]);
    expect(scene.shelf).toEqual([]);
  });

  it('that is not signed is not validated', async () => {
    const platform = await start({
      change: (sdk) => void (sdk['payments'] = { purchase: async () => ({ purchaseToken: 'x' }) }),
    });
    expect(await the(platform, 'purchases').pay(order)).toMatchObject({ message: 'Purchase not validated' });
    expect(scene.seen.brought).toEqual([]);
  });

  it.each([
    ['cancelled', { outcome: 'cancelled', message: 'The payment window was closed' }],
    ['failed', { outcome: 'failed', message: 'PAYMENT_FAILURE' }],
  ] as const)('that ends as %s is seen so, after a look at what was bought', async (payment, end) => {
    expect(await pay({ situation: { payment } })).toEqual(end);
    expect(scene.seen.brought).toEqual([['all:', true]]);
    expect(scene.seen.steps).toEqual([]);
  });

  it('that was paid although its window says no is brought before anybody hears of the end', async () => {
    expect(await pay({ situation: { payment: 'paid-but-cancelled' } })).toMatchObject({ outcome: 'cancelled' });
    expect(scene.seen.steps).toEqual([`granted ${token}`, `consumed ${token}`]);
  });

  it('that is closed is closed, also when nothing can be looked at', async () => {
    const getPurchases = () => Promise.reject(new Error('PAYMENT_FAILURE'));
    const purchase = () => Promise.reject(new Error(''));
    const platform = await start({ change: (sdk) => void (sdk['payments'] = { purchase, getPurchases }) });
    expect(await the(platform, 'purchases').pay(order)).toEqual({
      outcome: 'cancelled',
      message: 'The payment window was closed',
    });
    await expect(the(platform, 'purchases').restore?.()).rejects.toThrow('PAYMENT_FAILURE');
  });

  it('that is finished twice at the same time is consumed once', async () => {
    const platform = await start();
    scene.shelf.push('left-1', 'left-2');
    const purchases = the(platform, 'purchases');
    await Promise.all([purchases.restore?.(), purchases.restore?.()]);
    expect(scene.seen.steps.filter((step) => step.startsWith('consumed'))).toEqual([
      'consumed left-1',
      'consumed left-2',
    ]);
    expect(scene.seen.logged).toEqual([]);
  });

  it('that cannot be consumed does not keep others from it, and is consumed later', async () => {
    let isBroken = true;
    const consumed: string[] = [];
    const platform = await start({
      change: (sdk) =>
        void (sdk['payments'] = {
          getPurchases: async () => ({ signature: 'all:a,b' }),
          consumePurchase: async (each: string) => {
            if (each === 'a' && isBroken) throw new Error('broken');
            consumed.push(each);
          },
        }),
    });
    const purchases = the(platform, 'purchases');
    await purchases.restore?.();
    expect(consumed).toEqual(['b']);
    isBroken = false;
    await purchases.restore?.();
    expect(consumed).toEqual(['b', 'a']);
  });
});

describe('an advertisement', () => {
  it.each([
    ['video', 'finished', { outcome: 'finished' }],
    ['video', 'skipped', { outcome: 'skipped' }],
    ['video', 'no-fill', { outcome: 'failed', reason: 'Unknown' }],
    ['interstitial', 'finished', { outcome: 'finished' }],
    ['interstitial', 'no-fill', { outcome: 'failed', reason: 'Unknown' }],
  ] as const)('of the kind %s that is %s ends so', async (kind, ad, end) => {
    const platform = await start({ situation: { ad } });
    expect(await the(platform, kind).ready()).toBe(true);
    expect(await the(platform, kind).show()).toEqual(end);
    // The platform pauses the game while it is there.
    await vi.waitFor(() =>
      expect(scene.seen.news).toEqual(ad === 'no-fill' ? [] : [{ isFocused: false }, { isFocused: true }]),
    );
  });

  it('that came too early was not shown', async () => {
    const platform = await start({
      change: (sdk) =>
        void (sdk['adv'] = {
          showFullscreenAdv: ({ callbacks }: { callbacks: { onClose(wasShown: boolean): void } }) =>
            callbacks.onClose(false),
        }),
    });
    expect(await the(platform, 'interstitial').show()).toEqual({ outcome: 'failed', reason: 'Unknown' });
  });

  it.each([
    [true, { outcome: 'finished' }],
    [false, { outcome: 'failed', reason: 'Unknown' }],
  ])('that never closes is ended, and a reward that was earned counts: %s', async (isRewarded, end) => {
    vi.useFakeTimers();
    const platform = await start({
      change: (sdk) =>
        void (sdk['adv'] = {
          showRewardedVideo: ({ callbacks }: { callbacks: { onRewarded(): void } }) => {
            if (isRewarded) callbacks.onRewarded();
          },
        }),
    });
    const shown = the(platform, 'video').show();
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(await shown).toEqual(end);
  });

  it('as a banner is shown and hidden', async () => {
    const banner = the(await start(), 'banner');
    expect(await banner.show()).toEqual({ shown: true });
    expect(scene.seen.banner).toBe('bottom');
    expect(await banner.hide()).toEqual({ hidden: true });
    expect(scene.seen.banner).toBeUndefined();
  });

  it('as a banner has the reason why it is not shown', async () => {
    const banner = the(await start({ situation: { ad: 'no-fill' } }), 'banner');
    expect(await banner.show()).toEqual({ shown: false, reason: 'AdsNotConnected' });
    expect(await banner.hide()).toEqual({ hidden: false, reason: 'AdsNotConnected' });
    const broken = await start({ change: (sdk) => void (sdk['adv'] = {}) });
    expect(await the(broken, 'banner').show()).toEqual({ shown: false, reason: 'Unknown' });
  });
});

describe('what else there is', () => {
  it('is a review, once, of a player whom the platform knows', async () => {
    const reviews = the(await start(), 'reviews');
    expect(await reviews.canAsk()).toBe(true);
    expect(await reviews.ask()).toBe(true);
    expect(scene.seen.asked).toEqual(['Rate the game']);
    expect(await reviews.canAsk()).toBe(false);
    expect(await reviews.ask()).toBe(false);
    expect(await reviews.info()).toEqual({ available: false });
    expect(await the(await start({ isGuest: true }), 'reviews').canAsk()).toBe(false);
  });

  it.each([
    ['yes', true],
    ['no', false],
  ])('is a shortcut: %s', async (answer, added) => {
    expect(await the(await start({ answers: [answer] }), 'favorites').add()).toBe(added);
  });

  it('is no shortcut where the platform does not say within a second', async () => {
    vi.useFakeTimers();
    const canShowPrompt = () => new Promise(() => undefined);
    const platform = await start({ change: (sdk) => void (sdk['shortcut'] = { canShowPrompt }) });
    const adding = the(platform, 'favorites').add();
    await vi.advanceTimersByTimeAsync(1000);
    expect(await adding).toBe(false);
  });

  it('is the clipboard', async () => {
    expect(await the(await start(), 'clipboard').copy('a link')).toBe(true);
    expect(scene.seen.notices).toContain('Copied: a link');
    const writeText = () => Promise.reject(new Error('denied'));
    const platform = await start({ change: (sdk) => void (sdk['clipboard'] = { writeText }) });
    expect(await the(platform, 'clipboard').copy('a link')).toBe(false);
  });

  it('is what the platform wants to know about the game', async () => {
    const lifecycle = the(await start(), 'lifecycle');
    lifecycle.loaded?.();
    lifecycle.started?.();
    lifecycle.stopped?.();
    expect(posted.map(({ method }) => method)).toEqual(
      expect.arrayContaining(['loadingReady', 'gameplayStart', 'gameplayStop']),
    );
    expect(scene.seen.news).toEqual([
      { kind: 'video', isAvailable: true },
      { kind: 'interstitial', isAvailable: true },
    ]);
  });
});

describe('pauses', () => {
  const pause = { mark: 'simulated-yandex-games', event: 'game_api_pause' };

  it('are heard from the page around the game and nobody else', async () => {
    await start();
    deliver(pause, { source: {} });
    deliver(pause, { origin: 'https://evil.example' });
    deliver({ event: 'game_api_pause' });
    expect(scene.seen.news).toEqual([]);
    deliver(pause);
    deliver({ ...pause, event: 'game_api_resume' });
    expect(scene.seen.news).toEqual([{ isFocused: false }, { isFocused: true }]);
  });

  it('are not heard after the end, nor is anybody asked for', async () => {
    vi.useFakeTimers();
    const platform = await start({
      fetch: () => {
        throw new Error('blocked');
      },
    });
    const nobody = platform.login();
    await vi.advanceTimersByTimeAsync(1000);
    await nobody;
    platform.dispose();
    const { length } = posted;
    deliver(pause);
    await vi.advanceTimersByTimeAsync(300_000);
    expect(scene.seen.news).toEqual([]);
    expect(posted).toHaveLength(length);
    scene.stop();
    expect(heard).toBeUndefined();
  });
});
