import { describe, expect, it, vi } from 'vitest';
import { createAdapterHarness, listCapabilitiesOf, waitForValue } from '../kit/testing/adapter-harness.browser.ts';
import type { BrowserAdapterHarness, BrowserAdapterHarnessOptions } from '../simulator-harness.browser.ts';
import { adapter } from './adapter.browser.ts';
import { telegram } from './platform.ts';
import { page } from './simulator.browser.ts';

const { begin, open } = createAdapterHarness('telegram', telegram, adapter, page);

const user = {
  id: 900_000_001,
  first_name: 'Аня',
  last_name: 'Test',
  language_code: 'ru',
  photo_url: 'https://t.me/i/userpic/320/x.svg',
};
const initData = new URLSearchParams({ user: JSON.stringify(user), start_param: 'invite_42', hash: 'x' }).toString();
const order = { orderId: 'o', sku: 'gems', reply: { InvoiceUrl: 'https://t.me/$slug-1' } };
const noAds = { AdsgramBlockId: undefined, AdsgramInterstitialId: undefined };
const server = {
  '/web/invoice': () => ({ title: 'Gems', description: 'Many', amount: 250 }),
  '/web/pay': () => ({ status: 'paid' }),
};

function launchUrl(version = '8.0', client = 'web'): URL {
  const url = new URL('https://play.example/play/gem-miner/iframe/telegram');
  const fields = { tgWebAppData: initData, tgWebAppVersion: version, tgWebAppPlatform: client };
  url.hash = new URLSearchParams(fields).toString();
  return url;
}

const start = (parts: Partial<BrowserAdapterHarnessOptions> = {}) =>
  begin({ launchUrl: launchUrl(), server, ...parts });
const silent: Partial<BrowserAdapterHarnessOptions> = { scenario: { sdk: 'silent' } };

const eventsOf = ({ posted }: BrowserAdapterHarness) =>
  posted.map(({ message }) => JSON.parse(String(message)) as { eventType: string; eventData: object });
const typesOf = (harness: BrowserAdapterHarness): string[] => eventsOf(harness).map(({ eventType }) => eventType);

async function deliver(harness: BrowserAdapterHarness, eventType: string, eventData: object): Promise<void> {
  harness.deliver(JSON.stringify({ eventType, eventData }));
  await Promise.resolve();
}

const goOn = () => vi.advanceTimersByTimeAsync(0);

describe('a launch in Telegram', () => {
  it('returns the unchanged init data and the player', async () => {
    const { platform } = await start();
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
    expect(platform).toMatchObject({ payload: 'invite_42', language: 'ru' });
  });

  it('announces itself, expands, and requests the safe area', async () => {
    const insets = { left: 0, right: 0, top: 47, bottom: 34 };
    const getComputedStyle = (part: Element) => ({
      backgroundColor: part.tagName === 'BODY' ? 'rgba(0, 0, 0, 0)' : 'rgb(11, 14, 20)',
    });
    const { platform, harness } = await start({ insets, globals: { getComputedStyle } });
    expect(typesOf(harness)).toEqual([
      'iframe_ready',
      'web_app_ready',
      'web_app_expand',
      'web_app_set_header_color',
      'web_app_set_background_color',
      'web_app_setup_swipe_behavior',
      'web_app_request_safe_area',
      'web_app_request_content_safe_area',
    ]);
    expect(eventsOf(harness)[3]?.eventData).toEqual({ color: '#0b0e14' });
    await vi.waitFor(() => expect(platform.insets?.()).toEqual(insets));
    expect(harness.events).toContain('insets');
  });

  it.each(['', '#tgWebAppData=', '#tgWebAppData=user%3D1', '#tgWebAppData=user%3Dnull', '#tgWebAppData=user%3D%7B%7D'])(
    'is an error without a user: "%s"',
    async (hash) => {
      const harness = await open({ launchUrl: new URL(`https://play.example/play/gem-miner/iframe/telegram${hash}`) });
      await expect(adapter.connect(harness.host)).rejects.toThrow('Telegram user is missing!');
      expect(harness.posted).toEqual([]);
    },
  );

  it('uses the start parameter of the query if the init data has none', async () => {
    const url = new URL('https://play.example/play/g?tgWebAppStartParam=level_7');
    url.hash = new URLSearchParams({ tgWebAppData: `user=${JSON.stringify({ id: 5 })}` }).toString();
    const { platform } = await start({ launchUrl: url });
    expect(platform.payload).toBe('level_7');
    expect(platform.player(undefined)).toMatchObject({ userId: '5', displayName: '' });
  });
});

describe('the capabilities', () => {
  it.each([
    ['6.0', []],
    ['6.1', ['purchases', 'invites', 'share', 'community']],
    ['6.2', ['purchases', 'invites', 'share', 'community', 'lifecycle']],
    ['6.9', ['purchases', 'invites', 'share', 'community', 'storage', 'lifecycle']],
    ['7.10', ['purchases', 'invites', 'share', 'community', 'storage', 'lifecycle']],
    ['8.0', ['purchases', 'invites', 'share', 'favorites', 'community', 'storage', 'lifecycle']],
  ])('in a client of version %s are %j', async (version, offers) => {
    const { platform, harness } = await start({ launchUrl: launchUrl(version), data: noAds });
    expect(listCapabilitiesOf(platform)).toEqual(offers);
    expect(typesOf(harness).includes('web_app_request_safe_area')).toBe(version === '8.0');
    expect(typesOf(harness).includes('web_app_setup_swipe_behavior')).toBe(version === '7.10' || version === '8.0');
  });

  it('are fewer without settings, and none on an unknown page', async () => {
    const data = { ...noAds, BotName: undefined, Community: undefined };
    expect(listCapabilitiesOf((await start({ data })).platform)).toEqual([
      'purchases',
      'share',
      'favorites',
      'storage',
      'lifecycle',
    ]);
    expect(listCapabilitiesOf((await start({ data: noAds, framedBy: 'https://evil.example' })).platform)).toEqual([]);
  });
});

describe('a purchase', () => {
  it.each([
    ['paid', { outcome: 'completed' }],
    ['webhook-late', { outcome: 'completed' }],
    ['cancelled', { outcome: 'cancelled', message: 'The invoice was closed' }],
    ['paid-but-cancelled', { outcome: 'cancelled', message: 'The invoice was closed' }],
    ['failed', { outcome: 'failed', message: 'The invoice ended as failed' }],
    ['ask', { outcome: 'completed' }],
  ] as const)('that ends as %s has that result', async (payment, expected) => {
    const { platform, harness } = await start({ scenario: { payment } });
    expect(await platform.purchases?.pay(order)).toEqual(expected);
    expect(eventsOf(harness).at(-1)).toEqual({ eventType: 'web_app_open_invoice', eventData: { slug: 'slug-1' } });
    expect(harness.dialogTitles).toEqual(payment === 'ask' ? ['Purchase'] : []);
  });

  async function startPaying(parts: Partial<BrowserAdapterHarnessOptions> = {}) {
    const { platform, harness } = await start({ ...silent, ...parts });
    const reply = { InvoiceUrl: 'https://t.me/invoice/slug-1' };
    const paying = Promise.resolve(platform.purchases?.pay({ ...order, reply }));
    await deliver(harness, 'theme_changed', {});
    await goOn();
    expect(typesOf(harness).at(-1)).toBe('web_app_open_invoice');
    return { harness, paying };
  }

  it('that waits for the bank counts as completed, and only the sheet’s first event counts', async () => {
    const { harness, paying } = await startPaying();
    for (const nonsense of ['{', null, 7]) harness.deliver(nonsense);
    await deliver(harness, 'invoice_closed', { slug: 'another', status: 'failed' });
    await deliver(harness, 'invoice_closed', { slug: 'slug-1', status: 'pending' });
    await deliver(harness, 'invoice_closed', { slug: 'slug-1', status: 'cancelled' });
    expect(await paying).toEqual({ outcome: 'completed' });
  });

  it.each([
    ['web', 15],
    ['macos', 2],
  ])('ends if %s reports nothing for %i minutes', async (client, minutes) => {
    const { paying } = await startPaying({ launchUrl: launchUrl('8.0', client) });
    const ended = expect(paying).rejects.toMatchObject({ code: 'Timeout' });
    await vi.advanceTimersByTimeAsync(minutes * 60_000);
    await ended;
  });

  it('ends in seconds if the client never responds', async () => {
    const { platform, harness } = await start(silent);
    const ended = expect(platform.purchases?.pay(order)).rejects.toMatchObject({ code: 'Timeout' });
    await vi.advanceTimersByTimeAsync(5000);
    await ended;
    expect(typesOf(harness)).not.toContain('web_app_open_invoice');
  });

  it.each(['https://evil.example/$slug', 'https://t.me/', 'https://t.me/$a/b', 'http://t.me/$a'])(
    'rejects an invoice at %s',
    async (InvoiceUrl) => {
      const { platform } = await start();
      await expect(platform.purchases?.pay({ ...order, reply: { InvoiceUrl } })).rejects.toThrow('no valid URL');
    },
  );
});

describe('calls through Telegram', () => {
  it('include an invitation with a link to the app, a post, and a channel', async () => {
    const { platform, harness } = await start({ data: { BotName: 'my_bot', AppName: 'play', Community: 'my_news' } });
    expect(await platform.invites?.invite({ message: 'Play & win', uids: [] })).toEqual({ outcome: 'invited' });
    await platform.share?.share({ link: 'https://play.example/a?b=c', title: 'Look' });
    expect(await platform.community?.join()).toBe(true);
    const link = 'https%3A%2F%2Ft.me%2Fmy_bot%2Fplay%3Fstartapp%3Dinvite_900000001';
    await vi.waitFor(() =>
      expect(harness.notifications).toEqual([
        `Telegram opens https://t.me/share/url?url=${link}&text=Play%20%26%20win`,
        'Telegram opens https://t.me/share/url?url=https%3A%2F%2Fplay.example%2Fa%3Fb%3Dc&text=Look',
        'Telegram opens https://t.me/my_news',
      ]),
    );
    const main = await start({ data: { BotName: 'my_bot', AppName: undefined } });
    await main.platform.invites?.invite({ message: '', uids: [] });
    await vi.waitFor(() => expect(main.harness.notifications[0]).toContain('my_bot%3Fstartapp%3Dinvite_900000001&'));
  });

  it('include the home screen, if the client reports the result', async () => {
    expect(await (await start()).platform.favorites?.add()).toBe(true);
    for (const [status, expected] of [
      ['added', true],
      ['unsupported', false],
    ] as const) {
      const { platform, harness } = await start(silent);
      const adding = platform.favorites?.add();
      await deliver(harness, 'home_screen_checked', { status });
      expect(await adding).toBe(expected);
    }
    const { platform, harness } = await start(silent);
    expect(await waitForValue(Promise.resolve(platform.favorites?.add()), harness), 'nobody tells').toBe(false);
    expect(harness.warnings).toHaveLength(1);
  });

  it('enable a confirmation before a running game is closed', async () => {
    const { platform, harness } = await start();
    platform.lifecycle?.started?.();
    platform.lifecycle?.stopped?.();
    const eventType = 'web_app_setup_closing_behavior';
    expect(eventsOf(harness).slice(-2)).toEqual([
      { eventType, eventData: { need_confirmation: true } },
      { eventType, eventData: { need_confirmation: false } },
    ]);
  });

  it('report when the game is hidden, and reload when Telegram requests it', async () => {
    const reload = vi.fn();
    const { harness } = await start({ host: { reload }, data: noAds });
    await deliver(harness, 'visibility_changed', { is_visible: false });
    await deliver(harness, 'visibility_changed', { is_visible: true });
    expect(harness.events.filter((each) => each !== 'insets')).toEqual([{ isFocused: false }, { isFocused: true }]);
    await deliver(harness, 'reload_iframe', {});
    expect(typesOf(harness).at(-1)).toBe('iframe_will_reload');
    expect(reload).toHaveBeenCalledOnce();
  });
});

describe('a phone', () => {
  const landscape = { host: { orientation: 'landscape' } } as const;
  const lockOf = (locked: boolean) => ({ eventType: 'web_app_toggle_orientation_lock', eventData: { locked } });

  it("is locked once it is in the game's orientation, and unlocked at the end", async () => {
    const { platform, harness } = await start({ ...landscape, launchUrl: launchUrl('8.0', 'android') });
    expect(typesOf(harness)).toContain('web_app_request_fullscreen');
    expect(typesOf(harness)).not.toContain('web_app_toggle_orientation_lock');
    harness.rotateDevice();
    expect(eventsOf(harness).at(-1)).toEqual(lockOf(true));
    platform.dispose();
    expect(eventsOf(harness).at(-1)).toEqual(lockOf(false));
  });

  it.each([
    ['a desktop', { ...landscape, launchUrl: launchUrl('8.0', 'tdesktop') }],
    ['an old client', { ...landscape, launchUrl: launchUrl('7.10', 'ios') }],
  ])('is not locked on %s', async (_, parts: Partial<BrowserAdapterHarnessOptions>) => {
    const { harness } = await start(parts);
    harness.rotateDevice();
    expect(typesOf(harness)).not.toContain('web_app_toggle_orientation_lock');
    expect(typesOf(harness)).not.toContain('web_app_request_fullscreen');
  });
});

describe('a native client', () => {
  interface Native {
    Telegram?: { WebView: { receiveEvent(type: string, data: unknown): void } };
    TelegramGameProxy?: { receiveEvent(type: string, data: unknown): void };
  }

  it('gets messages through its own object and replies by calling the window', async () => {
    const postEvent = vi.fn();
    const globals = { TelegramWebviewProxy: { postEvent } };
    const { platform, harness } = await start({ globals, framedBy: 'none', launchUrl: launchUrl('8.0', 'ios') });
    expect(postEvent).toHaveBeenCalledWith('web_app_ready', '{}');
    expect(harness.posted).toEqual([]);
    const window = harness.host.window as Window & Native;
    const closed = { slug: 'slug-1', status: 'paid' };
    for (const data of [closed, JSON.stringify(closed)])
      for (const receiver of [window.Telegram?.WebView, window.TelegramGameProxy]) {
        const paying = platform.purchases?.pay(order);
        receiver?.receiveEvent('theme_changed', {});
        await goOn();
        receiver?.receiveEvent('invoice_closed', data);
        expect(await paying).toEqual({ outcome: 'completed' });
      }
  });

  it('of an older kind gets messages through notify', async () => {
    const notify = vi.fn();
    const { platform } = await start({ globals: { external: { notify } }, framedBy: 'none' });
    expect(notify).toHaveBeenCalledWith(expect.stringContaining('web_app_ready'));
    expect(platform.purchases).toBeDefined();
  });
});

describe('an advertisement of AdsGram', () => {
  function adsgram(show: (skip: () => void) => Promise<{ done: boolean }>) {
    const listeners = new Set<() => void>();
    const init = vi.fn(() => ({
      show: () => show(() => listeners.forEach((listener) => listener())),
      addEventListener: (_: string, listener: () => void) => listeners.add(listener),
      removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
    }));
    return { listeners, init, globals: { Adsgram: { init } } };
  }

  it('has a block for each kind, and leaves no listener', async () => {
    const { init, listeners, globals } = adsgram(async (skip) => (skip(), { done: true }));
    const { platform } = await start({ globals, data: { AdsgramBlockId: '7', AdsgramInterstitialId: 'int-7' } });
    expect(await platform.video?.show()).toEqual({ outcome: 'skipped' });
    expect(await platform.interstitial?.show()).toEqual({ outcome: 'skipped' });
    expect(init.mock.calls).toEqual([[{ blockId: '7' }], [{ blockId: 'int-7' }]]);
    expect(listeners.size).toBe(0);
  });

  it("is not available while its script is blocked; the script is AdsGram's own", async () => {
    const loadScript = vi.fn<(address: string) => Promise<void>>(() => Promise.reject(new Error('blocked')));
    const { platform } = await start({ host: { loadScript }, data: { AdsgramUrl: undefined } });
    expect(await platform.video?.ready()).toBe(false);
    expect(loadScript).toHaveBeenCalledWith('https://sad.adsgram.ai/js/sad.min.js');
    expect(await platform.video?.show()).toEqual({ outcome: 'failed', reason: 'AdsNotConnected' });
  });
});
