// Advertisements. The script calls back, sometimes twice: an interstitial that fails also closes. The first word counts. It does not say
// whether it has one: there is one until one could not be shown, and again some time later.
import type { AllGroups, BrowserHost } from '../port.browser.ts';
import { createBanner, createTriedUnit, failedAd, showAd } from '../kit/ads.browser.ts';
import type { Advertising } from './client.browser.ts';

const title = 'Yandex Games';

export interface Advertisements {
  readonly groups: Pick<AllGroups, 'video' | 'interstitial' | 'banner'>;
  /** Tells the game what there is, once it is there to hear it. */
  readonly announce: () => void;
  readonly dispose: () => void;
}

export function createAds(
  host: Pick<BrowserHost, 'inTime' | 'log' | 'news' | 'window'>,
  adv: Advertising,
): Advertisements {
  const video = createTriedUnit(host, 'video', async () => {
    let isRewarded = false;
    const outcome = await showAd(host, title, (end, onError) => {
      const onRewarded = (): void => void (isRewarded = true);
      const onClose = (): void => end({ outcome: 'skipped' });
      adv.showRewardedVideo({ callbacks: { onRewarded, onClose, onError } });
    });
    // Whatever happens after the reward, it was earned.
    return isRewarded ? { outcome: 'finished' } : outcome;
  });
  const interstitial = createTriedUnit(host, 'interstitial', () =>
    showAd(host, title, (end, onError) => {
      // Not shown without an error: it was too early for another one.
      const onClose = (wasShown: boolean): void => end(wasShown ? { outcome: 'finished' } : failedAd);
      adv.showFullscreenAdv({ callbacks: { onClose, onError, onOffline: onError } });
    }),
  );
  const banner = createBanner(host, title, async (isShown) => {
    const { stickyAdvIsShowing, reason } = await (isShown ? adv.showBannerAdv() : adv.hideBannerAdv());
    if (isShown ? stickyAdvIsShowing : !stickyAdvIsShowing && reason === undefined) return undefined;
    return reason === 'ADV_IS_NOT_CONNECTED' ? 'AdsNotConnected' : 'Unknown';
  });
  return {
    groups: { video: video.unit, interstitial: interstitial.unit, banner },
    announce: () => [video, interstitial].forEach(({ announce }) => announce()),
    dispose: () => [video, interstitial].forEach(({ dispose }) => dispose()),
  };
}
