// Tests what a game gets from ads, invitations and shares on every platform.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BridgeError } from '#bridge/bridge-error.ts';
import { isResultValid } from '#bridge/validate-message.ts';
import type { MethodName, ParamsOf } from '#bridge/protocol.ts';
import { createCapabilityHandlers } from '#portal/player/capability-handlers.ts';
import { listPlatformCapabilities } from '#portal/platform/connected-platform.ts';
import { withPlatformTimeout } from '#portal/platform/start-platform.ts';
import { createPortalCapabilities } from '#portal/player/portal-capabilities.ts';
import { platformsWithoutDialogFailureReason, platformsWithoutDialogOutcome } from './test-exceptions.ts';
import {
  waitForResult,
  openVendorInNode,
  pageOrigin,
  samplePlayer,
  useFakeTimers,
  waitForValue,
} from './kit/testing/adapter-harness.browser.ts';
import type { BrowserAdapter, BrowserHost, PlatformConnection } from './port.browser.ts';
import { summarisePlatforms, type PlatformManifest } from './port.ts';
import * as registry from './registry.ts';
import type { SimulatedHostPage } from './simulator-port.browser.ts';
import {
  createBrowserAdapterHarness,
  type BrowserAdapterHarness,
  type BrowserAdapterHarnessOptions,
} from './simulator-harness.browser.ts';
import type { SimulatedVendor } from './simulator-vendor.ts';

// TypeScript adds a `default` export that the module doesn't have.
const manifests = registry as unknown as Readonly<Record<string, PlatformManifest>>;
const entries = summarisePlatforms(manifests);
const adapters = import.meta.glob<BrowserAdapter>('./*/adapter.browser.ts', { import: 'adapter' });
const pages = import.meta.glob<SimulatedHostPage>('./*/simulator.browser.ts', { import: 'page' });

const gameUrl = 'https://platform.example/gem-miner';
const modalFault = new Error('Das Fenster ging nicht auf');

beforeEach(useFakeTimers);

let ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends) end();
  ends = [];
  vi.useRealTimers();
});

describe.each(Object.entries(manifests))('on %s', (folder, manifest) => {
  let vendor: SimulatedVendor | undefined;
  let page: SimulatedHostPage | undefined;

  beforeAll(async () => {
    page = await pages[`./${folder}/simulator.browser.ts`]?.();
    vendor = page && (await openVendorInNode(folder, manifest));
  });
  afterAll(() => vendor?.close());

  async function connect(
    parts: Partial<BrowserAdapterHarnessOptions> = {},
  ): Promise<{ harness: BrowserAdapterHarness; platform: PlatformConnection }> {
    const harness = await createBrowserAdapterHarness({
      player: samplePlayer,
      pageOrigin,
      withPlatformTimeout,
      ...(vendor && page && { vendor, page }),
      ...parts,
    });
    ends.push(() => harness.close());
    const adapter = await adapters[`./${folder}/adapter.browser.ts`]?.();
    if (!adapter) throw new Error(`${folder} has no adapter.`);
    const platform = await waitForValue(adapter.connect(harness.host), harness);
    ends.unshift(() => platform.dispose());
    return { harness, platform };
  }

  async function callOn<M extends MethodName>(
    { harness, platform }: { harness: BrowserAdapterHarness; platform: PlatformConnection },
    method: M,
    params: ParamsOf<M>,
  ): Promise<unknown> {
    const handlers = createCapabilityHandlers({
      platform,
      title: manifest.title,
      forbidsLinks: manifest.forbids?.includes('links') ?? false,
      ownShare: harness.host.portal.share,
      isRegistered: async () => true,
      signInAgain: async () => undefined,
      reloadPage: () => undefined,
      readPlayer: async () => ({ userId: '', guest: false }),
      buy: async () => ({ outcome: 'cancelled', message: '' }),
      setCovered: () => undefined,
      reportAd: () => undefined,
    });
    const end = await waitForResult(
      Promise.resolve(handlers[method]?.(params, { signal: new AbortController().signal })),
      harness,
    );
    if ('error' in end) return end.error;
    expect(isResultValid(method, end.value), `${method} answers ${JSON.stringify(end.value)}`).toBe(true);
    return end.value;
  }

  it('reports rewarded ads, interstitials and banners as separate capabilities', async () => {
    const { platform } = await connect();
    const entry = entries[folder];
    if (!entry) throw new Error(`${folder} is not described.`);
    const capabilities = listPlatformCapabilities({ entry: entry as never, platform });
    const has = (offer: PlatformManifest['capabilities'][number]): boolean => manifest.capabilities.includes(offer);
    expect({
      RewardedAds: capabilities.includes('RewardedAds'),
      InterstitialAds: capabilities.includes('InterstitialAds'),
      BannerAds: capabilities.includes('BannerAds'),
      AdsAvailable: capabilities.includes('AdsAvailable'),
    }).toEqual({
      RewardedAds: has('video'),
      InterstitialAds: has('interstitial'),
      BannerAds: has('banner'),
      AdsAvailable: has('video') || has('interstitial') || has('banner'),
    });
  });

  it('reports restrictions of the platform as capabilities', async () => {
    const { platform } = await connect();
    const capabilities = listPlatformCapabilities({ entry: entries[folder] as never, platform });
    const { forbids = [] } = manifest;
    expect(capabilities.includes('OutgoingLinksForbidden')).toBe(forbids.includes('links'));
    expect(capabilities.includes('GamesOfChanceDisabled')).toBe(forbids.includes('games-of-chance'));
  });

  const adCalls = [
    'AdsVideoReady',
    'AdsVideoShow',
    'AdsInterstitialReady',
    'AdsInterstitialShow',
    'StickyBannerShow',
    'StickyBannerHide',
  ] as const;
  it.each(adCalls)('gives a result for %s when there is no ad', async (method) => {
    const connected = await connect({ scenario: { ad: 'no-fill' } });
    expect(await callOn(connected, method, {})).not.toBeInstanceOf(Error);
  });

  it.each(adCalls)('gives a result for %s when the page stops responding', async (method) => {
    const connected = await connect({ scenario: { ad: 'finished' } });
    connected.harness.sender = 'nobody';
    expect(await callOn(connected, method, {})).not.toBeInstanceOf(Error);
  });

  it('answers calls about reviews with or without a dialog, and not with an error', async () => {
    for (const method of ['CanReview', 'RequestReview', 'ReviewInfo'] as const)
      expect(await callOn(await connect({ host: ownModals('no') }), method, {}), method).not.toBeInstanceOf(Error);
  });

  it('reports a missing interstitial as failed, with a reason', async () => {
    const connected = await connect({ scenario: { ad: 'no-fill' } });
    const reason = manifest.capabilities.includes('interstitial') ? 'Unknown' : 'NotImplemented';
    expect(await callOn(connected, 'AdsInterstitialShow', {})).toEqual({ outcome: 'failed', reason });
  });

  const ownModals = (end: DialogEnd): Partial<BrowserHost> => ({
    portal: createPortalCapabilities({
      game: 'gem-miner',
      isSignedIn: () => true,
      openModal: async (_, props) => {
        const { onInvited, onShared } = props as { onInvited?: (count: number) => void; onShared?: () => void };
        if (end === 'failed') throw modalFault;
        if (end !== 'yes') return;
        onInvited?.(2);
        onShared?.();
      },
      openModalIf: async () => false,
      calls: { friends: async () => [] },
      opinions: {} as never,
      avatarsUrl: '',
    }),
  });
  type DialogEnd = 'yes' | 'no' | 'failed';
  const inDialogs = (end: DialogEnd): Promise<{ harness: BrowserAdapterHarness; platform: PlatformConnection }> =>
    connect({ answers: [end, end], host: ownModals(end) });

  type SocialCall =
    | readonly ['InviteFriends', 'invites', 'invited', ParamsOf<'InviteFriends'>]
    | readonly ['ShowLinkShareModal', 'share', 'shared', ParamsOf<'ShowLinkShareModal'>];
  const calls: readonly SocialCall[] = [
    ['InviteFriends', 'invites', 'invited', { message: 'Come!' }],
    ['InviteFriends', 'invites', 'invited', { message: 'Come!', uids: ['100200301', '100200302'] }],
    ['ShowLinkShareModal', 'share', 'shared', { link: 'https://play.example/g', title: 'Gems' }],
  ];
  for (const [method, offer, outcome, params] of calls) {
    const name = `${method} ${'uids' in params ? 'by name ' : ''}`;
    if (!manifest.capabilities.includes(offer) && offer === 'share') {
      it('ShowLinkShareModal shows a link that opens the game there, in our own dialog', async () => {
        const links: string[] = [];
        const share = async ({ link }: { link: string }) => (links.push(link), { outcome: 'shared' as const });
        const { portal } = (await connect()).harness.host;
        const connected = await connect({
          data: { GameUrl: gameUrl },
          host: { portal: { ...portal, share: { share } } },
        });
        const result = await callOn(connected, method, { ...params, link: 'https://play.example/g#room-7' });
        expect(result).toEqual({ outcome: 'shared' });
        expect(links).toHaveLength(1);
        expect(new URL(links[0] ?? '').hostname).not.toBe('play.example');
      });
      continue;
    }
    if (!manifest.capabilities.includes(offer)) {
      it(`${name}is not available`, async () => {
        expect(await callOn(await inDialogs('yes'), method, params)).toEqual({ outcome: 'notAvailable' });
      });
      continue;
    }
    it(`${name}reports success, with a count only where the platform counts`, async () => {
      const result = await callOn(await inDialogs('yes'), method, params);
      expect(result).toMatchObject({ outcome });
    });

    it(`${name}reports that the player closed the dialog`, async () => {
      const closed = folder in platformsWithoutDialogOutcome ? outcome : 'cancelled';
      expect(await callOn(await inDialogs('no'), method, params)).toEqual({ outcome: closed });
    });

    it(`${name}rejects with a code and our own message when the platform fails`, async () => {
      const error = await callOn(await inDialogs('failed'), method, params);
      if (folder in platformsWithoutDialogOutcome) return expect(error).toEqual({ outcome });
      if (folder in platformsWithoutDialogFailureReason) return expect(error).toEqual({ outcome: 'cancelled' });
      // The bridge turns an error of the portal's own modal into Unknown without its text.
      if (error === modalFault) return;
      expect(error).toBeInstanceOf(BridgeError);
      expect(error).toMatchObject({
        code: 'Unknown',
        message: expect.stringMatching(/^\w[\w .]+ could not \w[\w ]+$/),
      });
    });
  }
});
