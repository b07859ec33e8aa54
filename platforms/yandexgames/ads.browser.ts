// Ads. The script sometimes calls back twice; the first callback counts. It doesn't report availability.
import type { BrowserHost } from '../port.browser.ts';
import { createBanner, createOptimisticAdUnits, failedAdResult, showAd } from '../kit/ads.browser.ts';
import type { YandexAdvertising } from './client.browser.ts';

const title = 'Yandex Games';

export type YandexAds = ReturnType<typeof createAds>;

export function createAds(
  host: Pick<BrowserHost, 'withPlatformTimeout' | 'log' | 'events' | 'window'>,
  adv: YandexAdvertising,
) {
  const tried = createOptimisticAdUnits(host, {
    async video() {
      let isRewarded = false;
      const outcome = await showAd(host, title, (end, onError) => {
        const onRewarded = (): void => void (isRewarded = true);
        const onClose = (): void => end({ outcome: 'skipped' });
        adv.showRewardedVideo({ callbacks: { onRewarded, onClose, onError } });
      });
      // Once the reward was earned, later errors don't matter.
      return isRewarded ? { outcome: 'finished' } : outcome;
    },
    interstitial: () =>
      showAd(host, title, (end, onError) => {
        // Closed without being shown and without an error: it was too early for another ad.
        const onClose = (wasShown: boolean): void => end(wasShown ? { outcome: 'finished' } : failedAdResult);
        adv.showFullscreenAdv({ callbacks: { onClose, onError, onOffline: onError } });
      }),
  });
  const banner = createBanner(host, title, async (isShown) => {
    const { stickyAdvIsShowing, reason } = await (isShown ? adv.showBannerAdv() : adv.hideBannerAdv());
    if (isShown ? stickyAdvIsShowing : !stickyAdvIsShowing && reason === undefined) return undefined;
    return reason === 'ADV_IS_NOT_CONNECTED' ? 'AdsNotConnected' : 'Unknown';
  });
  return { ...tried, groups: { ...tried.units, banner } };
}
