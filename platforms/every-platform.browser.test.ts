// Requirements for every platform's browser adapter, including new ones.
import { Value } from 'typebox/value';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SocialInfo } from '#model/player.ts';
import { withPlatformTimeout } from '#portal/platform/start-platform.ts';
import { listCapabilities, PlatformError, type BrowserAdapter, type PlatformConnection } from './port.browser.ts';
import type { PlatformManifest } from './port.ts';
import * as registry from './registry.ts';
import type { SimulatedHostPage } from './simulator-port.browser.ts';
import {
  createBrowserAdapterHarness,
  type BrowserAdapterHarness,
  type BrowserAdapterHarnessOptions,
  type MessageSender,
} from './simulator-harness.browser.ts';
import type { SimulatedVendor } from './simulator-vendor.ts';
import {
  waitForResult,
  openVendorInNode,
  pageOrigin,
  samplePlayer,
  useFakeTimers,
  waitForValue,
} from './kit/testing/adapter-harness.browser.ts';
import {
  platformsConnectingWithoutReply,
  platformsWithRandomLogins,
  sampleNativeCalls,
  platformsNeedingScript,
  platformsWithoutLoginSimulator,
} from './test-exceptions.ts';

// TypeScript adds a `default` export that the module doesn't have.
const manifests = Object.entries(registry as unknown as Readonly<Record<string, PlatformManifest>>);
const adapters = import.meta.glob<BrowserAdapter>('./*/adapter.browser.ts', { import: 'adapter' });
const pages = import.meta.glob<SimulatedHostPage>('./*/simulator.browser.ts', { import: 'page' });
const proving = manifests.filter(([folder]) => !(folder in platformsWithoutLoginSimulator));
const simulated = manifests.filter(([folder]) => `./${folder}/simulator.browser.ts` in pages);

/** Globals that only some browsers have: Safari has no `external`, Firefox no `chrome`. */
const notEverywhere = ['external', 'chrome', 'webkit', 'navigation', 'trustedTypes', 'requestIdleCallback'];

const noon = Date.UTC(2026, 0, 1, 12);
const account = { accountId: 'b7a1c0de-0000-4000-8000-000000000001', name: 'N'.repeat(80) };

it('every adapter is tested, and every exception names an existing adapter', () => {
  const folders = Object.keys(adapters).map((path) => path.split('/')[1] ?? '');
  expect(new Set(folders)).toEqual(new Set(manifests.map(([folder]) => folder)));
  expect(simulated).toEqual(expect.arrayContaining(proving));
});

beforeEach(useFakeTimers);

let harnesses: BrowserAdapterHarness[] = [];
let connected: PlatformConnection[] = [];
afterEach(() => {
  for (const platform of connected) platform.dispose();
  for (const harness of harnesses) harness.close();
  [connected, harnesses] = [[], []];
  vi.useRealTimers();
});

async function open(parts: Partial<BrowserAdapterHarnessOptions> = {}): Promise<BrowserAdapterHarness> {
  const harness = await createBrowserAdapterHarness({
    player: samplePlayer,
    pageOrigin,
    withPlatformTimeout,
    ...parts,
  });
  harnesses.push(harness);
  return harness;
}

async function begin(folder: string, harness: BrowserAdapterHarness): Promise<PlatformConnection> {
  const adapter = await adapters[`./${folder}/adapter.browser.ts`]?.();
  if (!adapter) throw new Error(`${folder} has no adapter.`);
  const platform = await withPlatformTimeout(folder, adapter.connect(harness.host), 30_000);
  connected.push(platform);
  return platform;
}

const connect = (folder: string, harness: BrowserAdapterHarness): Promise<PlatformConnection> =>
  waitForValue(begin(folder, harness), harness);

describe.each(manifests)('%s', (folder, manifest) => {
  let vendor: SimulatedVendor | undefined;
  let page: SimulatedHostPage | undefined;

  beforeAll(async () => {
    page = await pages[`./${folder}/simulator.browser.ts`]?.();
    vendor = page && (await openVendorInNode(folder, manifest));
  });
  afterAll(() => vendor?.close());

  const openHarness = (more: Partial<BrowserAdapterHarnessOptions> = {}) =>
    open({ ...(vendor && page && { vendor, page }), ...more });

  it('offers exactly the capabilities in its manifest', async () => {
    const platform = await connect(folder, await openHarness());
    expect(listCapabilities(platform).toSorted()).toEqual(manifest.capabilities.toSorted());
    expect(Object.keys(actsOf(platform, folder, undefined))).toEqual(expect.arrayContaining(methodsOf(platform)));
  });

  it('starts and offers the same in a browser without optional features', async () => {
    const platform = await connect(folder, await openHarness({ missingFeatures: notEverywhere }));
    expect(listCapabilities(platform).toSorted()).toEqual(manifest.capabilities.toSorted());
  });

  it.each([
    ['as usual', samplePlayer],
    [
      'with long ones',
      { ...samplePlayer, firstName: 'Ж'.repeat(90), lastName: 'щ'.repeat(90), language: 'x'.repeat(40) },
    ],
    ['with no names', { ...samplePlayer, firstName: '', lastName: '' }],
  ])('describes the player in the format that games get: %s', async (_, person) => {
    const harness = await openHarness({ player: person, scenario: { language: person.language } });
    const platform = await connect(folder, harness);
    const common = { social: manifest.id, paymentsAvailable: true, capabilities: [] };
    expect(Value.Errors(SocialInfo, { ...common, ...platform.player(undefined) })).toEqual([]);
    await waitForValue(platform.login(), harness);
    expect(Value.Errors(SocialInfo, { ...common, ...platform.player(account) })).toEqual([]);
    expect(platform.player(account).userId).not.toBe('');
  });

  it.each([
    ['a page', { scenario: { device: 'desktop' } }],
    ['a phone', { scenario: { device: 'phone' } }],
    ['a page that stopped responding', { scenario: { device: 'desktop' }, voice: 'nobody' }],
    ['a window without a frame', { scenario: { device: 'phone' }, framedBy: 'none' }],
  ] as const)(
    'leaves no listeners, globals or timers in %s',
    async (_, { voice, ...parts }: { voice?: MessageSender } & Partial<BrowserAdapterHarnessOptions>) => {
      const harness = await openHarness(parts);
      const end = await waitForResult(begin(folder, harness), harness);
      if ('value' in end) {
        await settled(harness);
        harness.sender = voice ?? harness.sender;
        const proof = await waitForResult(end.value.login(), harness);
        if ('error' in proof) expect(proof.error).toBeInstanceOf(PlatformError);
        end.value.dispose();
      }
      expect(harness.listenerCount(), 'listeners').toBe(0);
      expect(harness.globals(), 'globals').toEqual([]);
      expect(vi.getTimerCount(), 'timers').toBe(0);
      const told = harness.events.length;
      window.document.dispatchEvent(new Event('visibilitychange'));
      await vi.advanceTimersByTimeAsync(600_000);
      expect(harness.events, 'news').toHaveLength(told);
    },
  );
});

describe.each(simulated)('%s with its page', (folder, manifest) => {
  let vendor: SimulatedVendor;
  let page: SimulatedHostPage;

  beforeAll(async () => {
    const load = pages[`./${folder}/simulator.browser.ts`];
    if (!load) throw new Error(`${folder} has no simulated page; say why in withoutSimulator.`);
    page = await load();
    vendor = await openVendorInNode(folder, manifest);
  });
  afterAll(() => vendor.close());

  const openHarness = (more: Partial<BrowserAdapterHarnessOptions> = {}) => open({ vendor, page, ...more });

  it('lists its page’s frame permissions, and what they are based on', () => {
    const { allow, basis } = page.permissions;
    expect(allow.length).toBeGreaterThan(0);
    for (const right of allow) expect(right).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(['known', 'assumed', 'no frame']).toContain(basis);
  });

  it.each(folder in platformsWithoutLoginSimulator ? [] : [folder])(
    'creates a proof that fits the manifest and that the server adapter accepts: %s',
    async () => {
      const harness = await openHarness();
      const platform = await connect(folder, harness);
      const login = await waitForValue(platform.login(), harness);
      expect(Value.Errors(manifest.login?.block ?? {}, login)).toEqual([]);
      expect(await vendor.verify(login)).toMatchObject({ outcome: 'proved', guest: false });
    },
  );

  it.each(['blocked', 'silent'] as const)('ends with a reason when the platform is %s', async (sdk) => {
    const harness = await openHarness({ scenario: { sdk } });
    const end = await waitForResult(begin(folder, harness), harness);
    if (folder in platformsConnectingWithoutReply && !(sdk === 'blocked' && folder in platformsNeedingScript)) {
      expect('value' in end && listCapabilities(end.value).length).toBe(manifest.capabilities.length);
      return;
    }
    const error = 'error' in end ? end.error : 'a game that begins: say why in beginsUnanswered';
    const isScript = error instanceof Error && error.message.includes('could not be loaded');
    expect(error instanceof PlatformError || isScript, `it ends with ${String(error)}`).toBe(true);
    expect(harness.listenerCount()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
    expect(harness.globals()).toEqual([]);
  });

  it('waits for a platform that is late', async () => {
    const platform = await connect(folder, await openHarness({ scenario: { sdk: 'late' } }));
    expect(listCapabilities(platform)).toHaveLength(manifest.capabilities.length);
  });

  async function endsWith(voice: MessageSender) {
    // Proofs contain the time.
    vi.setSystemTime(noon);
    const harness = await openHarness();
    const platform = await connect(folder, harness);
    await settled(harness);
    harness.sender = voice;
    const told = harness.events.length;
    const order = await orderOf(vendor, manifest);
    const acts = Object.entries(actsOf(platform, folder, order)).filter(
      // Paying continues in the portal, which isn't running here.
      ([name]) => voice !== 'the page' || name !== 'purchases.pay',
    );
    const begun = acts.map(async ([name, act]) => [name, await outcomeOf(act)] as const);
    const ends = Object.fromEntries(await waitForValue(Promise.all(begun), harness));
    platform.dispose();
    return { ends, news: harness.events.slice(told), harness };
  }

  // On our own platforms the portal shows the ads.
  const shows = (folder in platformsWithoutLoginSimulator ? [] : manifest.capabilities).filter(
    (offer) => offer === 'video' || offer === 'interstitial',
  );
  it.each(shows)('shows an advertisement as the platform does: %s', async (kind) => {
    for (const [ad, end] of [
      ['finished', { outcome: 'finished' }],
      // Some platforms report a skipped interstitial as finished.
      ...(kind === 'video' ? [['skipped', { outcome: 'skipped' }] as const] : []),
      ['no-fill', { outcome: 'failed', reason: 'Unknown' }],
    ] as const) {
      const platform = await connect(folder, await openHarness({ scenario: { ad } }));
      expect(await platform[kind]?.show(), ad).toEqual(end);
    }
  });

  it.each(manifest.capabilities.includes('banner') ? ['bottom'] : [])(
    'shows a banner at the %s, and hides it',
    async (edge) => {
      const harness = await openHarness();
      const { banner } = await connect(folder, harness);
      expect(await banner?.show()).toEqual({ shown: true });
      expect(harness.banner).toBe(edge);
      expect(await banner?.hide()).toEqual({ hidden: true });
      expect(harness.banner).toBeUndefined();
      const none = await connect(folder, await openHarness({ scenario: { ad: 'no-fill' } }));
      expect(await none.banner?.show()).toEqual({ shown: false, reason: expect.stringMatching(/./) });
    },
  );

  it.each(manifest.capabilities.includes('storage') ? [folder] : [])(
    'stores one text for the player, up to the size it states: %s',
    async () => {
      const connectStorage = async (more: Partial<BrowserAdapterHarnessOptions> = {}) => {
        const harness = await openHarness(more);
        const platform = await connect(folder, harness);
        const storage = await waitForValue(platform.storage?.open() ?? Promise.reject(new Error('none')), harness);
        return { harness, storage };
      };
      // Another player of each platform, because the simulated vendor is shared by the tests.
      const player = { ...samplePlayer, id: '100200399' };
      const { harness, storage } = await connectStorage({ player });
      expect(await waitForValue(storage.read(), harness)).toBeUndefined();
      // Three bytes each, so that parts end within a character unless they are cut with care.
      const largest = 'あ'.repeat(Math.floor(storage.maxBytes / 3));
      for (const text of [largest, 'short', `${largest.slice(1)}.`]) {
        await waitForValue(storage.write(text), harness);
        const later = await connectStorage({ player });
        expect((await waitForValue(later.storage.read(), later.harness)) === text).toBe(true);
      }
      const other = await connectStorage({ player: { ...samplePlayer, id: '100200398' } });
      expect(await waitForValue(other.storage.read(), other.harness)).toBeUndefined();
    },
  );

  it('ends all calls of a game when the page stops responding', async () => {
    const { ends, harness } = await endsWith('nobody');
    for (const [name, end] of Object.entries(ends)) expect(end, name).not.toHaveProperty('fault');
    expect(harness.listenerCount()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ignores messages from another window or another origin', async () => {
    const silence = await endsWith('nobody');
    for (const voice of ['another window', 'another origin'] as const) {
      const impostor = await endsWith(voice);
      const same =
        folder in platformsWithRandomLogins ? { ...silence.ends, login: impostor.ends['login'] } : silence.ends;
      expect(impostor.ends, voice).toEqual(same);
      expect(impostor.news, voice).toEqual(silence.news);
    }
  });

  it('ends all calls when the game is left', async () => {
    const harness = await openHarness();
    const platform = await connect(folder, harness);
    await settled(harness);
    harness.sender = 'nobody';
    const acts = Object.values(actsOf(platform, folder, await orderOf(vendor, manifest)));
    const begun = Promise.all(acts.map(outcomeOf));
    await vi.advanceTimersByTimeAsync(1000);
    platform.dispose();
    for (const end of await waitForValue(begun, harness)) expect(end).not.toHaveProperty('fault');
    expect(harness.listenerCount()).toBe(0);
    expect(harness.globals()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('posts only to the framing page, never to any origin', async () => {
    const { harness, ends } = await endsWith('the page');
    // The page responds; otherwise the tests of silence would prove nothing.
    expect(JSON.stringify(ends)).not.toContain('Timeout');
    expect(new Set(harness.posted.map(({ origin }) => origin))).toEqual(new Set([pageOrigin]));
    const pagesOfPlatform = [pageOrigin, ...(manifest.embeddedBy ?? [])];
    for (const framedBy of [undefined, 'https://evil.example']) {
      const other = await openHarness({ framedBy });
      const end = await waitForResult(begin(folder, other), other);
      if ('value' in end) {
        const acts = Object.values(actsOf(end.value, folder, await orderOf(vendor, manifest)));
        await waitForValue(Promise.all(acts.map(outcomeOf)), other);
      }
      for (const { origin } of other.posted) expect(pagesOfPlatform).toContain(origin);
    }
  });
});

function actsOf(platform: PlatformConnection, folder: string, order: unknown): Record<string, () => unknown> {
  const { signIn, purchases, video, interstitial, banner, friends, invites, share, favorites } = platform;
  const { community, links, reviews, clipboard, storage, stats, native, lifecycle, leaderboards } = platform;
  const text = { a: 1 };
  return {
    login: () => platform.login(),
    ...(signIn && { 'signIn.open': () => signIn.open() }),
    ...(purchases && {
      'purchases.pay': () => purchases.pay({ orderId: account.accountId, sku: 'gems_100', reply: order }),
    }),
    ...(purchases?.request && { 'purchases.request': () => purchases.request?.() }),
    ...(purchases?.catalogue && { 'purchases.catalogue': () => purchases.catalogue?.() }),
    ...(purchases?.restore && { 'purchases.restore': () => purchases.restore?.() }),
    ...(video && { 'video.ready': () => video.ready(), 'video.show': () => video.show() }),
    ...(interstitial && {
      'interstitial.ready': () => interstitial.ready(),
      'interstitial.show': () => interstitial.show(),
    }),
    ...(banner && { 'banner.show': () => banner.show(), 'banner.hide': () => banner.hide() }),
    ...(friends && { 'friends.list': () => friends.list() }),
    ...(invites && {
      'invites.invite': () => invites.invite({ message: 'Come!', uids: [] }),
      'invites.invite by name': () => invites.invite({ message: 'Come!', uids: ['100200301', '100200302'] }),
    }),
    ...(share && { 'share.share': () => share.share({ link: 'https://play.example/g', title: 'Gems' }) }),
    ...(favorites && { 'favorites.add': () => favorites.add() }),
    ...(community && { 'community.join': () => community.join() }),
    ...(links && { 'links.open': () => links.open('https://rules.example/') }),
    ...(reviews && {
      'reviews.canAsk': () => reviews.canAsk(),
      'reviews.ask': () => reviews.ask(),
      'reviews.info': () => reviews.info(),
    }),
    ...(clipboard && { 'clipboard.copy': () => clipboard.copy('abc') }),
    ...(storage && {
      'storage.open': () => storage.open().then(({ maxBytes }) => maxBytes),
      // What it reads depends on the writes of earlier tests.
      'storage.read': async () => void (await (await storage.open()).read()),
      'storage.write': async () => (await storage.open()).write('a text'),
    }),
    ...(native && { 'native.send': () => native.send(sampleNativeCalls[folder] ?? '', {}) }),
    ...Object.fromEntries(Object.keys(stats ?? {}).map((name) => [`stats.${name}`, () => stats?.[name]?.('e', text)])),
    ...(leaderboards && { 'leaderboards.setScore': () => leaderboards.setScore('depth', 7) }),
    ...(lifecycle?.progress && { 'lifecycle.progress': () => lifecycle.progress?.(0.5) }),
    ...Object.fromEntries(
      (['loaded', 'started', 'stopped'] as const)
        .filter((name) => lifecycle?.[name])
        .map((name) => [`lifecycle.${name}`, () => lifecycle?.[name]?.()]),
    ),
  };
}

function methodsOf(platform: PlatformConnection): string[] {
  return listCapabilities(platform).flatMap((offer) =>
    Object.entries(platform[offer] ?? {})
      .filter(([, method]) => typeof method === 'function')
      .map(([name]) => `${offer}.${name}`),
  );
}

async function outcomeOf(act: () => unknown): Promise<object> {
  try {
    return { value: await act() };
  } catch (error) {
    if (error instanceof PlatformError) return { code: error.code, message: error.message };
    return { fault: error };
  }
}

const orderOf = (vendor: SimulatedVendor, { paymentReply }: PlatformManifest): Promise<unknown> =>
  paymentReply ? vendor.openOrder() : Promise.resolve(undefined);

async function settled(harness: BrowserAdapterHarness): Promise<void> {
  do await vi.dynamicImportSettled();
  while (harness.hasPendingRequests());
}
