import type { AdUnit, CapabilitiesOf, PlatformConnection } from '../port.browser.ts';
import { failedAdResult, showAd } from '../kit/ads.browser.ts';
import { tryOrFallback } from '../kit/waiting.browser.ts';
import { isCancelled, platformTitle, type InstantClient, type InstantGamesHost } from './client.browser.ts';
import type { facebookinstantgames } from './platform.ts';

export interface InstantAds {
  readonly groups: CapabilitiesOf<typeof facebookinstantgames> & Pick<PlatformConnection, 'adsNotSetUp'>;
  /** Loads the first ads, whose availability is then reported to the game. Call it once the game is shown. */
  readonly preload: () => void;
}

export function createAds(host: InstantGamesHost, { call, callDialog, supports, begin }: InstantClient): InstantAds {
  const { RewardedPlacementId: rewarded, InterstitialPlacementId: interstitial } = host.data ?? {};
  const preloads: (() => unknown)[] = [];
  const createUnit = (kind: 'video' | 'interstitial', placementId: string): AdUnit => {
    let loading: Promise<number> | undefined;
    const load = async (): Promise<number> => {
      await begin();
      const ad = await call('loadAd', kind, placementId);
      host.events.adAvailable(kind, true);
      return ad;
    };
    const next = (): Promise<number | undefined> =>
      tryOrFallback<number | undefined>(host.log, `Loading an advertisement of ${platformTitle}`, undefined, () => {
        loading ??= load();
        loading.catch(() => void (loading = undefined));
        return loading;
      });
    preloads.push(next);
    return {
      ready: async () => (await next()) !== undefined,
      async show() {
        const ad = await next();
        if (ad === undefined) return failedAdResult;
        loading = undefined;
        host.events.adAvailable(kind, false);
        const result = await showAd(host, platformTitle, (end, fail) => {
          callDialog('showAd', ad).then(
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
    video: hasVideo ? createUnit('video', rewarded) : undefined,
    interstitial: hasInterstitial ? createUnit('interstitial', interstitial) : undefined,
  };
  const adsNotSetUp = [
    ...(rewarded === undefined ? (['video'] as const) : []),
    ...(interstitial === undefined ? (['interstitial'] as const) : []),
  ];
  return { groups: { ...groups, adsNotSetUp }, preload: () => preloads.forEach((load) => load()) };
}
