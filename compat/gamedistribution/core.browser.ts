import type { Sdk } from '#sdk/sdk.ts';
import { createAdEvents, type EmitAdEvent } from '../kit/ad-events.browser.ts';
import { createGameEvents } from '../kit/game-events.browser.ts';
import type { PageLink } from '../kit/page-link.browser.ts';
import { readOptions } from '../kit/read-options.browser.ts';
import { createDisplayAds } from './display-ads.browser.ts';
import type { GdSettings } from './read-settings.browser.ts';
import type { GdGameEvent, GdSdk } from './vendor-types.ts';

export function createGameDistribution(
  { page, openSdk }: Pick<PageLink, 'page' | 'openSdk'>,
  { options, hasStartScreen }: GdSettings,
): GdSdk {
  const ads = createAdEvents(openSdk, options, announceConsent);
  if (hasStartScreen) void ads.ready.then((sdk) => sdk && ads.resume('There is no start screen.'));
  const events = createGameEvents(openSdk);
  let displayAds: ReturnType<typeof createDisplayAds> | undefined;
  const showFullscreenAd = async (kind: 'interstitial' | 'rewarded'): Promise<string> => {
    const end = await ads.show(kind);
    if (end === 'watched' || end === 'closed') return 'The ad is over.';
    throw reasons[end];
  };
  const showDisplayAd = async (containerId: unknown): Promise<string> => {
    const sdk = await ads.ready;
    if (!sdk) throw 'Display-Ads are disabled.';
    displayAds ??= createDisplayAds(() => sdk, ads.emit);
    await displayAds(containerId);
    return 'The display ad is visible.';
  };
  const nothing = (): void => undefined;

  return {
    AdType,
    showAd: async (given, display) => {
      const type = given || AdType.Interstitial;
      if (type === 'display') return showDisplayAd(readOptions(display).containerId);
      if (isFullscreen(type)) return showFullscreenAd(type);
      ads.resume('There is no ad of this type.');
      throw `Unsupported an advertisement type: ${type}`;
    },
    preloadAd: async (given) => {
      const type = given || AdType.Rewarded;
      if (!isFullscreen(type)) throw new Error(`Unsupported an advertisement type: ${type}`);
      const sdk = await ads.ready;
      const isReady = await (type === 'rewarded' ? sdk?.ads.rewardedReady() : sdk?.ads.interstitialReady())?.catch(
        () => false,
      );
      if (!isReady) throw new Error(reasons.unfilled);
      return type;
    },
    cancelAd: async () => {
      // The platform closes its ads itself.
      if (ads.isShowing()) throw new Error('An open ad can not be cancelled.');
      ads.resume('There is no ad to cancel.');
    },
    sendEvent: async (given) => {
      const { eventName, data } = readGameEvent(given);
      if (typeof eventName !== 'string' || eventName === '') throw new Error('The event has no eventName.');
      const { level, score, event } = readOptions(data);
      const p1 = describe(event);
      const p2 = describe(level);
      const value = typeof score === 'number' && Number.isFinite(score) ? score : undefined;
      events.tell(({ game }) =>
        game.event(eventName.slice(0, 100), {
          ...(p1 && { p1 }),
          ...(p2 && { p2 }),
          ...(value !== undefined && { value }),
        }),
      );
      // Games send 0 with every event that has no score.
      if (value !== undefined && value > 0) events.submitScore(page.board, value);
    },
    executeStoreAction: () => Promise.reject(new Error('The store is not available.')),
    getSession: async () => {
      const sdk = await ads.ready;
      const { hostname } = new URL(page.playUrl);
      return {
        ads: { display: { enabled: sdk?.capabilities.has('BannerAds') ?? false } },
        location: {
          parentDomain: hostname,
          topDomain: hostname,
          parentURL: page.playUrl,
          depth: 1,
          loadedByGameZone: false,
        },
      };
    },
    openConsole: nothing,

    showBanner: () => void showFullscreenAd('interstitial').catch(nothing),
    play: nothing,
    customLog: nothing,
  };
}

const AdType = {
  Rewarded: 'rewarded',
  Interstitial: 'interstitial',
  Preroll: 'interstitial',
  Midroll: 'interstitial',
  Display: 'display',
} as const;

/** The vendor rejects with texts. */
const reasons = {
  unfilled: 'There is no ad.',
  busy: 'Another ad is open.',
  skipped: 'The player skipped the ad.',
  error: 'The ad could not be shown.',
} as const;

const isFullscreen = (type: unknown): type is 'interstitial' | 'rewarded' =>
  type === AdType.Interstitial || type === AdType.Rewarded;

/** The vendor sends these in any case. Of the portal's answers only a refusal forbids anything. */
async function announceConsent(sdk: Sdk, emit: EmitAdEvent): Promise<void> {
  const status = await sdk.platform.consentStatus().catch(() => 'notAsked');
  const message = status === 'granted' ? 'Allowed' : status === 'denied' ? 'Not allowed' : 'Not set';
  for (const name of ['TRACKING', 'TARGETING', 'THIRD_PARTY'])
    emit(`SDK_GDPR_${name}`, message, status === 'granted' ? 'success' : 'warning');
}

function readGameEvent(given: unknown): GdGameEvent {
  if (typeof given !== 'string') return readOptions<GdGameEvent>(given as GdGameEvent);
  try {
    return readOptions(JSON.parse(given) as GdGameEvent);
  } catch {
    return { eventName: given };
  }
}

const describe = (word: unknown): string =>
  typeof word === 'string' || typeof word === 'number' ? String(word).slice(0, 100) : '';
