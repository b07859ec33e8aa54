import type { AdUnit, CapabilitiesOf, PlatformConnection } from '../port.browser.ts';
import { failedAdResult, showAd } from '../kit/ads.browser.ts';
import { tryOrFallback } from '../kit/waiting.browser.ts';
import {
  isCancelled,
  platformTitle,
  type AdInstance,
  type InstantClient,
  type InstantGamesHost,
} from './client.browser.ts';
import type { facebookinstantgames } from './platform.ts';

export interface InstantAds {
  readonly groups: CapabilitiesOf<typeof facebookinstantgames> & Pick<PlatformConnection, 'adsNotSetUp'>;
  /** Loads the first ads, whose availability is then reported to the game. Call it once the game is shown. */
  readonly preload: () => void;
}

export function createAds(host: InstantGamesHost, { sdk, supports, begin }: InstantClient): InstantAds {
  const { RewardedPlacementId: rewarded, InterstitialPlacementId: interstitial } = host.data ?? {};
  const preloads: (() => unknown)[] = [];
  const createUnit = (kind: 'video' | 'interstitial', find: () => Promise<AdInstance>): AdUnit => {
    let loading: Promise<AdInstance> | undefined;
    const load = async (): Promise<AdInstance> => {
      await begin();
      const ad = await host.withPlatformTimeout(`an advertisement of ${platformTitle}`, find());
      await host.withPlatformTimeout(`an advertisement of ${platformTitle}`, ad.loadAsync());
      host.events.adAvailable(kind, true);
      return ad;
    };
    const next = (): Promise<AdInstance | undefined> =>
      tryOrFallback<AdInstance | undefined>(host.log, `Loading an advertisement of ${platformTitle}`, undefined, () => {
        loading ??= load();
        loading.catch(() => void (loading = undefined));
        return loading;
      });
    preloads.push(next);
    return {
      ready: async () => (await next()) !== undefined,
      async show() {
        const ad = await next();
        if (!ad) return failedAdResult;
        loading = undefined;
        host.events.adAvailable(kind, false);
        const result = await showAd(host, platformTitle, (end, fail) => {
          ad.showAsync().then(
            () => end({ outcome: 'finished' }),
            (error: unknown) => (isCancelled(error) ? end({ outcome: 'skipped' }) : fail(error)),
          );
        });
        // An instance shows one ad.
        void next();
        return result;
      },
    };
  };
  const hasVideo = rewarded !== undefined && supports('getRewardedVideoAsync');
  const hasInterstitial = interstitial !== undefined && supports('getInterstitialAdAsync');
  const groups = {
    video: hasVideo ? createUnit('video', () => sdk.getRewardedVideoAsync(rewarded)) : undefined,
    interstitial: hasInterstitial
      ? createUnit('interstitial', () => sdk.getInterstitialAdAsync(interstitial))
      : undefined,
  };
  const adsNotSetUp = [
    ...(rewarded === undefined ? (['video'] as const) : []),
    ...(interstitial === undefined ? (['interstitial'] as const) : []),
  ];
  return { groups: { ...groups, adsNotSetUp }, preload: () => preloads.forEach((load) => load()) };
}
