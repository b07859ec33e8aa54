// The browser half in a window of its own making, against the page of the simulated web client or with a native client's objects.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTime } from '#portal/platform/start-platform.ts';
import { offersOf, type BrowserHost, type Platform } from '../port.browser.ts';
import type { Question } from '../simulator-port.browser.ts';
import { usualSituation, type Situation } from '../situation.ts';
import { half } from './adapter.browser.ts';
import type { telegram } from './platform.ts';
import { page } from './simulator.browser.ts';

const labOrigin = 'http://lab.localhost:8080';
const user = {
  id: 900_000_001,
  first_name: 'Аня',
  last_name: 'Test',
  language_code: 'ru',
  photo_url: 'https://t.me/i/userpic/320/x.svg',
};
const initData = new URLSearchParams({ user: JSON.stringify(user), start_param: 'invite_42', hash: 'x' }).toString();
const publicData = {
  BotName: 'my_bot',
  AppName: 'play',
  Community: 'my_news',
  AdsgramBlockId: '7',
  AdsgramInterstitialId: 'int-7',
  FrameOrigin: labOrigin,
};
const order = { orderId: 'o', sku: 'gems', reply: { InvoiceUrl: 'https://t.me/$slug-1' } };

interface Told {
  readonly events: { type: string; data: Record<string, unknown> }[];
  readonly origins: Set<string>;
  readonly news: unknown[];
  readonly logged: string[];
  reloads: number;
}

let told: Told;
let landscape: { matches: boolean; changed: Set<() => void> };
let connected: Platform | undefined;
beforeEach(() => {
  told = { events: [], origins: new Set(), news: [], logged: [], reloads: 0 };
  landscape = { matches: false, changed: new Set() };
});
afterEach(() => {
  connected?.dispose();
  connected = undefined;
  vi.useRealTimers();
});

/** What the page around ours hears. */
type Heard = (message: string, origin: string) => void;

function createWindow({ framedBy, heard }: { framedBy?: string | undefined; heard?: Heard } = {}) {
  const target = new EventTarget();
  const parent = { postMessage: (message: string, origin: string) => heard?.(message, origin) };
  const fake = Object.assign(target, {
    location: { ancestorOrigins: framedBy === undefined ? [] : [framedBy] },
    document: { referrer: '', body: document.body, documentElement: document.documentElement },
    external: {},
    // The body lets the colour of the page through.
    getComputedStyle: (part: Element) => ({
      backgroundColor: part === document.body ? 'rgba(0, 0, 0, 0)' : 'rgb(11, 14, 20)',
    }),
    matchMedia: () => ({
      get matches() {
        return landscape.matches;
      },
      addEventListener: (_: string, listener: () => void) => landscape.changed.add(listener),
      removeEventListener: (_: string, listener: () => void) => landscape.changed.delete(listener),
    }),
  });
  // Without a frame a window is its own parent.
  return Object.assign(fake, { parent: heard ? parent : fake });
}
type FakeWindow = ReturnType<typeof createWindow>;

const deliver = (
  window: FakeWindow,
  type: string,
  data: object,
  { source = window.parent, origin = labOrigin }: { source?: unknown; origin?: string } = {},
): boolean => {
  const message = JSON.stringify({ eventType: type, eventData: data });
  return window.dispatchEvent(Object.assign(new Event('message'), { source, origin, data: message }));
};

const record: Heard = (message, origin) => {
  const { eventType, eventData } = JSON.parse(message) as { eventType: string; eventData: Record<string, unknown> };
  told.events.push({ type: eventType, data: eventData });
  told.origins.add(origin);
};

type Host = BrowserHost<typeof telegram>;
const unused = (): never => {
  throw new Error('Nobody should need this.');
};

function createHost(window: FakeWindow, given: Partial<Host> & { version?: string; client?: string } = {}): Host {
  const { version = '8.0', client = 'web', ...more } = given;
  const launchUrl = new URL('https://play.example/play/gem-miner/iframe/telegram');
  launchUrl.hash = new URLSearchParams({
    tgWebAppData: initData,
    tgWebAppVersion: version,
    tgWebAppPlatform: client,
  }).toString();
  return {
    game: 'gem-miner',
    title: 'Gem Miner',
    data: publicData,
    // It has what the half looks at.
    window: window as unknown as Window,
    launchUrl,
    orientation: undefined,
    calls: {},
    own: new Proxy({}, { get: unused }) as Host['own'],
    isSignedIn: () => true,
    news: {
      focus: (isFocused) => void told.news.push({ isFocused }),
      playerChanged: unused,
      insetsChanged: () => void told.news.push('insets'),
      adAvailable: (kind, isAvailable) => void told.news.push({ kind, isAvailable }),
    },
    loadScript: unused,
    inTime,
    language: () => 'en',
    showInfo: unused,
    reload: () => void (told.reloads += 1),
    log: { warn: (text) => void told.logged.push(text) },
    ...more,
  };
}

const connect = async (host: Host): Promise<Platform> => (connected = (await half.connect(host)) as Platform);

/** The half in a frame of the simulated web client. */
async function onSimulator(situation: Partial<Situation> = {}, given: Parameters<typeof createHost>[1] = {}) {
  const listeners = new Set<(message: unknown) => void>();
  const seen = { asked: [] as Question[], notices: [] as string[], fetched: [] as unknown[] };
  let choice = 'pay';
  const window = createWindow({
    framedBy: labOrigin,
    heard: (message, origin) => {
      record(message, origin);
      for (const listener of listeners) listener(message);
    },
  });
  const end = page.start({
    situation: { ...usualSituation, ...situation },
    player: {
      id: '900000001',
      firstName: 'Аня',
      lastName: 'Test',
      gender: 'female',
      language: 'ru',
      country: 'RU',
      isGuest: false,
      friends: [],
    },
    at: 'http://localhost:8080/lab/vendors/telegram',
    insets: { left: 0, right: 0, top: 47, bottom: 34 },
    post: (message) => {
      const { eventType, eventData } = JSON.parse(String(message)) as { eventType: string; eventData: object };
      queueMicrotask(() => deliver(window, eventType, eventData));
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ask: async (question) => {
      seen.asked.push(question);
      return choice;
    },
    notify: (text) => void seen.notices.push(text),
    banner: unused,
    fetch: async (path, body) => {
      seen.fetched.push([path, body]);
      return path === '/web/invoice' ? { title: 'Gems', description: 'Many', amount: 250 } : { status: 'paid' };
    },
    log: () => undefined,
  });
  const platform = await connect(createHost(window, given));
  return { platform, window, seen, end, listeners, choose: (name: string) => void (choice = name) };
}

const types = (): string[] => told.events.map(({ type }) => type);

describe('a start in Telegram', () => {
  it('brings the init data as it came, and who plays', async () => {
    const { platform } = await onSimulator();
    expect(await platform.login()).toEqual({ InitData: initData });
    expect(platform.player(undefined)).toEqual({
      userId: '900000001',
      displayName: 'Аня Test',
      firstName: 'Аня',
      lastName: 'Test',
      gender: 'unspecified',
      photo: { url: user.photo_url, width: 320, height: 320 },
      socialLocale: 'ru',
    });
    expect(platform.payload).toBe('invite_42');
    expect(platform.language).toBe('ru');
  });

  it('announces itself, grows, and asks where the edges are', async () => {
    const { platform } = await onSimulator();
    expect(types()).toEqual([
      'iframe_ready',
      'web_app_ready',
      'web_app_expand',
      'web_app_set_header_color',
      'web_app_set_background_color',
      'web_app_setup_swipe_behavior',
      'web_app_request_safe_area',
      'web_app_request_content_safe_area',
    ]);
    expect(told.events[3]?.data).toEqual({ color: '#0b0e14' });
    expect(told.origins).toEqual(new Set([labOrigin]));
    await vi.waitFor(() => expect(platform.insets?.()).toEqual({ left: 0, right: 0, top: 47, bottom: 34 }));
    expect(told.news).toContain('insets');
  });

  it.each([
    '',
    '#',
    '#tgWebAppData=',
    '#tgWebAppData=user%3D1',
    '#tgWebAppData=user%3Dnull',
    '#tgWebAppData=user%3D%7B%7D',
  ])('is an error without a user: "%s"', async (hash) => {
    const launchUrl = new URL(`https://play.example/play/gem-miner/iframe/telegram${hash}`);
    const window = createWindow({ framedBy: labOrigin, heard: record });
    const starting = half.connect(createHost(window, { launchUrl }));
    await expect(starting).rejects.toThrow('Telegram user is missing!');
    expect(told.events).toEqual([]);
  });

  it('takes the start parameter of the query where the init data has none', async () => {
    const launchUrl = new URL('https://play.example/play/g?tgWebAppStartParam=level_7');
    launchUrl.hash = new URLSearchParams({ tgWebAppData: `user=${JSON.stringify({ id: 5 })}` }).toString();
    const window = createWindow({ framedBy: labOrigin, heard: record });
    const platform = await connect(createHost(window, { launchUrl }));
    expect(platform.payload).toBe('level_7');
    expect(platform.player(undefined)).toMatchObject({ userId: '5', displayName: '' });
  });
});

describe('what it offers', () => {
  it('is what the manifest says, in a client that can do everything', async () => {
    const { platform } = await onSimulator();
    // The manifest itself would bring the schemas along.
    expect(offersOf(platform)).toEqual([
      'purchases',
      'video',
      'interstitial',
      'invites',
      'share',
      'favorites',
      'community',
      'lifecycle',
    ]);
  });

  it.each([
    ['6.0', []],
    ['6.1', ['purchases', 'invites', 'share', 'community']],
    ['6.2', ['purchases', 'invites', 'share', 'community', 'lifecycle']],
    ['7.10', ['purchases', 'invites', 'share', 'community', 'lifecycle']],
    ['8.0', ['purchases', 'invites', 'share', 'favorites', 'community', 'lifecycle']],
  ])('in a client of version %s is %j', async (version, offers) => {
    const { AdsgramBlockId: _, AdsgramInterstitialId: __, ...data } = publicData;
    const { platform } = await onSimulator({}, { version, data });
    expect(offersOf(platform)).toEqual(offers);
    expect(types().includes('web_app_request_safe_area')).toBe(version === '8.0');
    expect(types().includes('web_app_setup_swipe_behavior')).toBe(version === '7.10' || version === '8.0');
  });

  it('is less where nobody has set it up', async () => {
    const { platform } = await onSimulator({}, { data: { FrameOrigin: labOrigin } });
    expect(offersOf(platform)).toEqual(['purchases', 'share', 'favorites', 'lifecycle']);
  });

  it('is nothing on the page of a stranger, who hears nothing', async () => {
    const window = createWindow({ framedBy: 'https://evil.example', heard: record });
    const platform = await connect(createHost(window, { data: { BotName: 'my_bot', Community: 'my_news' } }));
    expect(offersOf(platform)).toEqual([]);
    expect(told.events).toEqual([]);
  });

  it('is posted to the web clients alone where the browser does not say who frames', async () => {
    const window = createWindow({ heard: record });
    await connect(createHost(window, { data: {} }));
    expect(told.origins).toEqual(new Set(['https://web.telegram.org']));
  });
});

describe('a purchase', () => {
  it.each([
    ['paid', { outcome: 'completed' }],
    ['webhook-late', { outcome: 'completed' }],
    ['webhook-twice', { outcome: 'completed' }],
    ['cancelled', { outcome: 'cancelled', message: 'The invoice was closed' }],
    ['paid-but-cancelled', { outcome: 'cancelled', message: 'The invoice was closed' }],
    ['failed', { outcome: 'failed', message: 'The invoice ended as failed' }],
  ] as const)('that ends as %s is seen so', async (end, expected) => {
    const { platform, seen } = await onSimulator({ payment: end });
    expect(await platform.purchases?.pay(order)).toEqual(expected);
    expect(told.events.at(-1)).toEqual({ type: 'web_app_open_invoice', data: { slug: 'slug-1' } });
    expect(seen.fetched).toHaveLength(end === 'cancelled' || end === 'failed' ? 0 : 1);
  });

  it('is the choice of a person', async () => {
    const { platform, seen, choose } = await onSimulator();
    expect(await platform.purchases?.pay(order)).toEqual({ outcome: 'completed' });
    expect(seen.asked[0]?.title).toBe('Pay 250 ⭐?');
    choose('cancelled');
    expect(await platform.purchases?.pay(order)).toMatchObject({ outcome: 'cancelled' });
  });

  it('that waits for the bank counts as completed, and only the first word of the sheet counts', async () => {
    const window = createWindow({ framedBy: labOrigin, heard: record });
    const platform = await connect(createHost(window));
    const paying = platform.purchases?.pay(order);
    deliver(window, 'invoice_closed', { slug: 'another', status: 'failed' });
    deliver(window, 'invoice_closed', { slug: 'slug-1', status: 'pending' });
    deliver(window, 'invoice_closed', { slug: 'slug-1', status: 'cancelled' });
    expect(await paying).toEqual({ outcome: 'completed' });
  });

  it('believes the page around it and nobody else', async () => {
    const window = createWindow({ framedBy: labOrigin, heard: record });
    const platform = await connect(createHost(window));
    const paying = platform.purchases?.pay(order);
    deliver(window, 'invoice_closed', { slug: 'slug-1', status: 'paid' }, { source: {} });
    deliver(window, 'invoice_closed', { slug: 'slug-1', status: 'paid' }, { origin: 'https://evil.example' });
    window.dispatchEvent(Object.assign(new Event('message'), { source: window.parent, origin: labOrigin, data: '{' }));
    window.dispatchEvent(Object.assign(new Event('message'), { source: window.parent, origin: labOrigin, data: null }));
    deliver(window, 'invoice_closed', { slug: 'slug-1', status: 'cancelled' });
    expect(await paying).toMatchObject({ outcome: 'cancelled' });
  });

  it.each([
    ['web', 15],
    ['macos', 2],
  ])('ends when %s says nothing for %i minutes', async (client, minutes) => {
    vi.useFakeTimers();
    const { platform } = await onSimulator({ sdk: 'silent' }, { client });
    const paying = platform.purchases?.pay(order);
    const ended = expect(paying).rejects.toMatchObject({ code: 'Timeout' });
    await vi.advanceTimersByTimeAsync(minutes * 60_000);
    await ended;
  });

  it('waits for a client that is late', async () => {
    vi.useFakeTimers();
    const { platform } = await onSimulator({ sdk: 'late', payment: 'paid' });
    const paying = platform.purchases?.pay(order);
    await vi.advanceTimersByTimeAsync(3000);
    expect(await paying).toEqual({ outcome: 'completed' });
  });

  it.each(['https://evil.example/$slug', 'https://t.me/', 'https://t.me/$a/b', 'http://t.me/$a'])(
    'takes no invoice at %s',
    async (InvoiceUrl) => {
      const { platform } = await onSimulator();
      await expect(platform.purchases?.pay({ ...order, reply: { InvoiceUrl } })).rejects.toThrow('no address');
    },
  );

  it('takes both spellings of an invoice', async () => {
    const { platform } = await onSimulator({ payment: 'paid' });
    const reply = { InvoiceUrl: 'https://t.me/invoice/slug-1' };
    expect(await platform.purchases?.pay({ ...order, reply })).toEqual({ outcome: 'completed' });
  });
});

describe('what goes through Telegram', () => {
  it('is an invitation by a link to the app, a post, and a channel', async () => {
    const { platform, seen } = await onSimulator();
    expect(await platform.invites?.invite({ message: 'Play & win', uids: [] })).toBe(1);
    await platform.share?.share({ link: 'https://play.example/a?b=c', title: 'Look' });
    expect(await platform.community?.join()).toBe(true);
    const link = 'https%3A%2F%2Ft.me%2Fmy_bot%2Fplay%3Fstartapp%3Dinvite_900000001';
    expect(seen.notices).toEqual([
      `Telegram opens https://t.me/share/url?url=${link}&text=Play%20%26%20win`,
      'Telegram opens https://t.me/share/url?url=https%3A%2F%2Fplay.example%2Fa%3Fb%3Dc&text=Look',
      'Telegram opens https://t.me/my_news',
    ]);
  });

  it('invites to the main app where there is no other', async () => {
    const { platform, seen } = await onSimulator({}, { data: { BotName: 'my_bot', FrameOrigin: labOrigin } });
    await platform.invites?.invite({ message: '', uids: [] });
    expect(decodeURIComponent(seen.notices[0] ?? '')).toContain('url=https://t.me/my_bot?startapp=invite_900000001&');
  });

  it('is the home screen, where the client tells what came of it', async () => {
    const { platform } = await onSimulator();
    expect(await platform.favorites?.add()).toBe(true);
    for (const [status, expected] of [
      ['added', true],
      ['unsupported', false],
    ] as const) {
      const window = createWindow({ framedBy: labOrigin, heard: record });
      const other = await half.connect(createHost(window));
      const adding = other.favorites?.add();
      deliver(window, 'home_screen_checked', { status });
      expect(await adding).toBe(expected);
      other.dispose();
    }
  });

  it('counts as not added where nobody tells', async () => {
    vi.useFakeTimers();
    const { platform } = await onSimulator({ sdk: 'silent' });
    const adding = platform.favorites?.add();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await adding).toBe(false);
    expect(told.logged).toHaveLength(1);
  });

  it('asks before it closes a game that is being played', async () => {
    const { platform } = await onSimulator();
    platform.lifecycle?.started?.();
    platform.lifecycle?.stopped?.();
    expect(told.events.slice(-2)).toEqual([
      { type: 'web_app_setup_closing_behavior', data: { need_confirmation: true } },
      { type: 'web_app_setup_closing_behavior', data: { need_confirmation: false } },
    ]);
  });

  it('tells when the game is out of sight, and loads anew when Telegram wants it', async () => {
    const { window } = await onSimulator();
    deliver(window, 'visibility_changed', { is_visible: false });
    deliver(window, 'visibility_changed', { is_visible: true });
    expect(told.news.filter((each) => each !== 'insets')).toEqual([{ isFocused: false }, { isFocused: true }]);
    deliver(window, 'reload_iframe', {});
    expect(types().at(-1)).toBe('iframe_will_reload');
    expect(told.reloads).toBe(1);
  });
});

describe('a phone', () => {
  it('is held as the game wants once it is held so, and let go at the end', async () => {
    const { platform } = await onSimulator({}, { client: 'android', orientation: 'landscape' });
    expect(types()).toContain('web_app_request_fullscreen');
    expect(types()).not.toContain('web_app_toggle_orientation_lock');
    landscape.matches = true;
    for (const changed of landscape.changed) changed();
    expect(told.events.at(-1)).toEqual({ type: 'web_app_toggle_orientation_lock', data: { locked: true } });
    expect(landscape.changed.size).toBe(0);
    platform.dispose();
    expect(told.events.at(-1)).toEqual({ type: 'web_app_toggle_orientation_lock', data: { locked: false } });
  });

  it.each([
    ['a desktop', { client: 'tdesktop', orientation: 'landscape' }],
    ['an old client', { client: 'ios', orientation: 'landscape', version: '7.10' }],
    ['a game that does not mind', { client: 'ios' }],
  ] as const)('keeps its way on %s', async (_, given) => {
    landscape.matches = true;
    await onSimulator({}, given);
    expect(types()).not.toContain('web_app_toggle_orientation_lock');
    expect(types()).not.toContain('web_app_request_fullscreen');
  });
});

describe('a native client', () => {
  interface Native {
    Telegram?: { WebView: { receiveEvent(type: string, data: unknown): void } };
    TelegramGameProxy?: { receiveEvent(type: string, data: unknown): void };
  }

  it('is spoken to by its own object and answers by calling the window', async () => {
    const window = Object.assign(createWindow(), {
      TelegramWebviewProxy: {
        postEvent: (type: string, json: string) =>
          record(JSON.stringify({ eventType: type, eventData: JSON.parse(json) as object }), 'native'),
      },
    }) as FakeWindow & Native;
    const platform = await connect(createHost(window, { client: 'ios' }));
    expect(types()).toContain('web_app_ready');
    expect(told.origins).toEqual(new Set(['native']));
    for (const receive of [window.Telegram?.WebView, window.TelegramGameProxy]) {
      const paying = platform.purchases?.pay(order);
      receive?.receiveEvent('invoice_closed', { slug: 'slug-1', status: 'paid' });
      expect(await paying).toEqual({ outcome: 'completed' });
    }
    const paying = platform.purchases?.pay(order);
    window.Telegram?.WebView.receiveEvent('invoice_closed', '{"slug":"slug-1","status":"cancelled"}');
    expect(await paying).toMatchObject({ outcome: 'cancelled' });
    platform.dispose();
    expect(window.Telegram).toBeUndefined();
    expect(window.TelegramGameProxy).toBeUndefined();
  });

  it('of an older kind is notified', async () => {
    const window = Object.assign(createWindow(), {
      external: { notify: (message: string) => record(message, 'notify') },
    });
    const platform = await connect(createHost(window));
    expect(told.origins).toEqual(new Set(['notify']));
    expect(platform.purchases).toBeDefined();
  });
});

describe('an advertisement', () => {
  function installAdsgram(window: FakeWindow, show: (skip: () => void) => Promise<{ done: boolean }>) {
    const listeners = new Set<() => void>();
    const blocks: string[] = [];
    Object.assign(window, {
      Adsgram: {
        init: ({ blockId }: { blockId: string }) => {
          blocks.push(blockId);
          return {
            show: () => show(() => listeners.forEach((listener) => listener())),
            addEventListener: (_: string, listener: () => void) => listeners.add(listener),
            removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
          };
        },
      },
    });
    return { listeners, blocks };
  }
  const scripts: string[] = [];
  const loadScript = async (address: string): Promise<void> => void scripts.push(address);
  beforeEach(() => void (scripts.length = 0));

  it.each([
    ['seen to its end', async () => ({ done: true }), { outcome: 'finished' }],
    ['skipped', async (skip: () => void) => (skip(), { done: true }), { outcome: 'skipped' }],
    ['left early', (skip: () => void) => (skip(), Promise.reject(new Error('skipped'))), { outcome: 'skipped' }],
    ['missing', () => Promise.reject(new Error('No ads')), { outcome: 'failed', reason: 'Unknown' }],
  ] as const)('that is %s ends so', async (_, show, expected) => {
    const { platform, window } = await onSimulator({}, { loadScript });
    const { listeners, blocks } = installAdsgram(window, show);
    expect(scripts).toEqual([]);
    expect(await platform.video?.ready()).toBe(true);
    expect(await platform.video?.show()).toEqual(expected);
    expect(scripts).toEqual(['https://sad.adsgram.ai/js/sad.min.js']);
    expect(blocks).toEqual(['7']);
    expect(listeners.size).toBe(0);
    expect(told.news).toContainEqual({ kind: 'video', isAvailable: true });
  });

  it('has a block for each kind, and the script of a simulation', async () => {
    const data = { ...publicData, AdsgramUrl: 'http://localhost:8080/lab/vendors/telegram/sad.min.js' };
    const { platform, window } = await onSimulator({}, { loadScript, data });
    const { blocks } = installAdsgram(window, async () => ({ done: true }));
    expect(await platform.interstitial?.show()).toEqual({ outcome: 'finished' });
    expect(blocks).toEqual(['int-7']);
    expect(scripts).toEqual([data.AdsgramUrl]);
  });

  it('is not there while its script is blocked, and is tried again', async () => {
    let isBlocked = true;
    const load = async (): Promise<void> => {
      if (isBlocked) throw new Error('blocked');
    };
    const { platform, window } = await onSimulator({}, { loadScript: load });
    expect(await platform.video?.ready()).toBe(false);
    expect(await platform.video?.show()).toEqual({ outcome: 'failed', reason: 'AdsNotConnected' });
    isBlocked = false;
    // The script is there and has brought nothing.
    expect(await platform.video?.ready()).toBe(false);
    installAdsgram(window, async () => ({ done: true }));
    expect(await platform.video?.show()).toEqual({ outcome: 'finished' });
  });

  it('that never ends is ended', async () => {
    vi.useFakeTimers();
    const { platform, window } = await onSimulator({}, { loadScript });
    installAdsgram(window, () => new Promise(() => undefined));
    const shown = platform.video?.show();
    await vi.advanceTimersByTimeAsync(180_000);
    expect(await shown).toEqual({ outcome: 'failed', reason: 'Unknown' });
  });
});

describe('the end', () => {
  it('leaves nothing listening, on both sides', async () => {
    const { platform, window, end, listeners } = await onSimulator();
    platform.dispose();
    const before = told.news.length;
    deliver(window, 'visibility_changed', { is_visible: false });
    expect(told.news).toHaveLength(before);
    end();
    expect(listeners.size).toBe(0);
  });
});
