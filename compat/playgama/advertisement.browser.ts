// Ads report their state: `loading`, then `opened` and `closed`, with `rewarded` in between, or `failed`.
import type { Sdk } from '#sdk/sdk.ts';
import { createAdBreaks } from '../kit/ad-breaks.browser.ts';
import { readOptions } from '../kit/read-options.browser.ts';
import { BridgeError } from './bridge-error.browser.ts';
import { resolveOptions, type BridgeHost } from './host.browser.ts';
import type { createPauses } from './pauses.browser.ts';
import type { BridgeAdvertisement } from './vendor-types.ts';

type Kind = 'banner' | 'interstitial' | 'rewarded';

const capabilities = { banner: 'BannerAds', interstitial: 'InterstitialAds', rewarded: 'RewardedAds' } as const;

export function createAdvertisement(
  { sdk, config, events }: BridgeHost,
  pauses: ReturnType<typeof createPauses>,
): {
  readonly advertisement: BridgeAdvertisement;
  readonly isPlaying: () => boolean;
  /** Games can have an ad shown with a message, by their configuration. */
  readonly autoShow: (message: unknown) => void;
} {
  const states = { banner: 'hidden', interstitial: 'closed', rewarded: 'closed' };
  let rewardedPlacement: string | null = null;
  let delaySeconds: number | undefined;
  let lastClosedAt = -Infinity;
  let readyAt: number | undefined;

  const connected = (): Sdk => {
    const opened = sdk();
    if (!opened) throw new BridgeError('There is no portal.');
    return opened;
  };
  const ads = createAdBreaks(connected);
  const options = () => readOptions(config().advertisement);
  const isSupported = (kind: Kind): boolean =>
    readOptions(options()[kind]).disable !== true && (sdk()?.capabilities.has(capabilities[kind]) ?? false);
  const set = (kind: Kind, state: string): void => {
    if (states[kind] === state) return;
    states[kind] = state;
    events.emit(`${kind}_state_changed`, state);
    if (kind !== 'banner') pauses.set(kind, state === 'opened' || state === 'rewarded');
  };
  const isBusy = (): boolean =>
    ['loading', 'opened', 'rewarded'].some((state) => states.interstitial === state || states.rewarded === state);

  const configuredDelay = (): number | undefined =>
    readSeconds(options().minimumDelayBetweenInterstitial) ??
    readSeconds(readOptions(options().interstitial).minimumDelayBetweenInterstitial);
  const delay = (): number => configuredDelay() ?? delaySeconds ?? 60;
  const isTooEarly = (): boolean => {
    const initial = readSeconds(options().initialInterstitialDelay) ?? 0;
    const isStarting = initial > 0 && (readyAt === undefined || Date.now() - readyAt < initial * 1000);
    return isStarting || Date.now() - lastClosedAt < delay() * 1000;
  };
  const show = (kind: 'interstitial' | 'rewarded'): void => {
    set(kind, 'loading');
    if (!isSupported(kind)) return set(kind, 'failed');
    void ads.show(kind, {
      started: () => set(kind, 'opened'),
      finished: () => {
        if (kind === 'rewarded') set(kind, 'rewarded');
        else lastClosedAt = Date.now();
        set(kind, 'closed');
      },
      failed: (reason) => set(kind, reason === 'skipped' ? 'closed' : 'failed'),
    });
  };
  const showInterstitial = (placement?: unknown): void => {
    if (isBusy()) return;
    const { ignoreDelay } = readOptions(resolveOptions(placement) as { ignoreDelay?: unknown });
    if (ignoreDelay !== true && isTooEarly()) {
      set('interstitial', 'loading');
      set('interstitial', 'failed');
    } else show('interstitial');
  };
  const { on, off, once } = events;

  const advertisement: BridgeAdvertisement = {
    on,
    off,
    once,
    get isBannerSupported() {
      return isSupported('banner');
    },
    get bannerState() {
      return states.banner;
    },
    get isInterstitialSupported() {
      return isSupported('interstitial');
    },
    get interstitialState() {
      return states.interstitial;
    },
    get isRewardedSupported() {
      return isSupported('rewarded');
    },
    get rewardedPlacement() {
      return rewardedPlacement;
    },
    get rewardedState() {
      return states.rewarded;
    },
    get minimumDelayBetweenInterstitial() {
      return delay();
    },
    isAdvancedBannersSupported: false,
    advancedBannersState: 'hidden',
    setMinimumDelayBetweenInterstitial: (seconds) => {
      delaySeconds = readSeconds(resolveOptions(seconds)) ?? delaySeconds;
    },
    showBanner: () => {
      if (['loading', 'shown'].includes(states.banner)) return;
      set('banner', 'loading');
      if (!isSupported('banner')) return set('banner', 'failed');
      void connected()
        .ads.showBanner()
        .then(
          ({ shown }) => set('banner', shown ? 'shown' : 'failed'),
          () => set('banner', 'failed'),
        );
    },
    hideBanner: () => {
      if (states.banner !== 'shown') return;
      void connected()
        .ads.hideBanner()
        .catch(() => undefined);
      set('banner', 'hidden');
    },
    preloadInterstitial: () => undefined,
    showInterstitial,
    preloadRewarded: () => undefined,
    showRewarded: (placement) => {
      if (isBusy()) return;
      const { placementFallback } = readOptions(options().rewarded);
      rewardedPlacement = [placement, placementFallback].find(isText) ?? null;
      show('rewarded');
    },
    showAdvancedBanners: () => undefined,
    hideAdvancedBanners: () => undefined,
    checkAdBlock: async () => false,
  };
  return {
    advertisement,
    isPlaying: ads.isPlaying,
    autoShow: (message) => {
      if (message === 'game_ready') readyAt ??= Date.now();
      const { autoShow } = readOptions(options().interstitial);
      if (Array.isArray(autoShow) && autoShow.includes(message)) showInterstitial(message);
    },
  };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Games and their configuration have texts too. */
function readSeconds(value: unknown): number | undefined {
  const seconds = typeof value === 'string' ? Number.parseInt(value, 10) : value;
  return typeof seconds === 'number' && Number.isFinite(seconds) ? seconds : undefined;
}
