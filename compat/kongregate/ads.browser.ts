import type { Sdk } from '#sdk/sdk.ts';
import { createAdBreaks } from '../kit/ad-breaks.browser.ts';

type AdEvent = 'adsAvailable' | 'adsUnavailable' | 'adOpened' | 'adCompleted' | 'adAbandoned';

/** Rewarded ads, which the vendor reports by events. */
export function createIncentivizedAds(sdk: Sdk, emit: (event: AdEvent) => void) {
  const breaks = createAdBreaks(() => sdk);
  const reportAvailability = (): void =>
    void sdk.ads.rewardedReady().then(
      (isReady) => emit(isReady ? 'adsAvailable' : 'adsUnavailable'),
      () => emit('adsUnavailable'),
    );
  return {
    initializeIncentivizedAds: reportAvailability,
    showIncentivizedAd: (): void => {
      if (breaks.isPlaying()) return;
      let isOpen = false;
      void breaks
        .show('rewarded', {
          started: () => {
            isOpen = true;
            emit('adOpened');
          },
          finished: () => emit('adCompleted'),
          failed: () => {
            if (isOpen) emit('adAbandoned');
          },
        })
        // There may be no further one.
        .then(reportAvailability);
    },
  };
}
