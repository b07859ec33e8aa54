// Advertisements. The script calls back, sometimes twice: an interstitial that fails also closes. The first word counts.
import type { AdOutcome, AllGroups, BrowserHost } from '../port.browser.ts';
import { createBanner, failedAd, showAd } from '../kit/ads.browser.ts';
import type { Advertising } from './client.browser.ts';

const title = 'Yandex Games';

export function createAds(
  host: Pick<BrowserHost, 'inTime' | 'log'>,
  adv: Advertising,
): Pick<AllGroups, 'video' | 'interstitial' | 'banner'> {
  const fail = (end: (outcome: AdOutcome) => void) => (error?: unknown) => {
    host.log.warn('Yandex Games showed no advertisement', error);
    end(failedAd);
  };
  /** The platform does not tell before; how often one may come is its own business. */
  const ready = async (): Promise<boolean> => true;
  return {
    video: {
      ready,
      async show() {
        let isRewarded = false;
        const outcome = await showAd(host, title, (end) => {
          const onRewarded = (): void => void (isRewarded = true);
          const onClose = (): void => end({ outcome: 'skipped' });
          adv.showRewardedVideo({ callbacks: { onRewarded, onClose, onError: fail(end) } });
        });
        // Whatever happens after the reward, it was earned.
        return isRewarded ? { outcome: 'finished' } : outcome;
      },
    },
    interstitial: {
      ready,
      show: () =>
        showAd(host, title, (end) => {
          // Not shown without an error: it was too early for another one.
          const onClose = (wasShown: boolean): void => end(wasShown ? { outcome: 'finished' } : failedAd);
          adv.showFullscreenAdv({ callbacks: { onClose, onError: fail(end), onOffline: fail(end) } });
        }),
    },
    banner: createBanner(host, title, async (isShown) => {
      const { stickyAdvIsShowing, reason } = await (isShown ? adv.showBannerAdv() : adv.hideBannerAdv());
      if (isShown ? stickyAdvIsShowing : !stickyAdvIsShowing && reason === undefined) return undefined;
      return reason === 'ADV_IS_NOT_CONNECTED' ? 'AdsNotConnected' : 'Unknown';
    }),
  };
}
