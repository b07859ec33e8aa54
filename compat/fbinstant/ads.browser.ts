import { createAdBreaks } from '../kit/ad-breaks.browser.ts';
import { createBanner } from '../kit/banner.browser.ts';
import { InstantError } from './instant-error.browser.ts';
import type { Session } from './session.browser.ts';

export function createAds({ attempt, sdk }: Pick<Session, 'attempt' | 'sdk'>) {
  const breaks = createAdBreaks(sdk);
  const banner = createBanner(sdk);

  const load = (kind: 'interstitial' | 'rewarded'): Promise<void> =>
    attempt(async ({ ads }) => {
      const isReady = kind === 'rewarded' ? await ads.rewardedReady() : await ads.interstitialReady();
      if (!isReady) throw new InstantError('ADS_NO_FILL', 'There is no ad now.');
    });
  const show = (kind: 'interstitial' | 'rewarded'): Promise<void> =>
    new Promise((resolve, reject) => {
      void breaks.show(kind, {
        started: () => undefined,
        finished: () => resolve(),
        failed: (reason) => reject(new InstantError(failures[reason], `The ad was not shown: ${reason}.`)),
      });
    });
  /** An ad in the vendor's form: it is loaded, shown once, and loaded again. */
  const createInstance =
    (kind: 'interstitial' | 'rewarded') =>
    (placementId: string): Promise<FBInstant.AdInstance> =>
      attempt(() => {
        let isLoaded = false;
        return {
          getPlacementID: () => placementId,
          loadAsync: async () => {
            if (!isLoaded) await load(kind);
            isLoaded = true;
          },
          showAsync: async () => {
            if (!isLoaded) throw new InstantError('ADS_NOT_LOADED', 'The ad is not loaded, or was shown.');
            if (breaks.isPlaying()) throw new InstantError('INVALID_OPERATION', 'Another ad is open.');
            isLoaded = false;
            await show(kind);
          },
        };
      });

  return {
    getInterstitialAdAsync: createInstance('interstitial'),
    getRewardedVideoAsync: createInstance('rewarded'),
    getRewardedInterstitialAsync: createInstance('rewarded'),
    loadBannerAdAsync: (placementId: string): Promise<void> =>
      attempt(async () => {
        if (!(await banner.show(placementId))) throw new InstantError('ADS_NO_FILL', 'There is no banner here.');
      }),
    hideBannerAdAsync: (): Promise<void> => attempt(() => banner.clearAll()),
  };
}

const failures = {
  unfilled: 'ADS_NO_FILL',
  busy: 'INVALID_OPERATION',
  skipped: 'USER_INPUT',
  error: 'NETWORK_FAILURE',
} as const;
