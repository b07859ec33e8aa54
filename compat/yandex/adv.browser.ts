import type { Sdk } from '#sdk/sdk.ts';
import { createAdBreaks } from '../kit/ad-breaks.browser.ts';
import { readOptions } from '../kit/read-options.browser.ts';
import { callGame } from '../kit/settle.browser.ts';
import type { SDK } from './vendor-types.ts';
import { YandexError } from './yandex-error.browser.ts';

export function createAdv(sdk: Sdk): SDK['adv'] {
  const ads = createAdBreaks(() => sdk);
  let isBannerShown = false;
  const describeBanner = () => ({
    stickyAdvIsShowing: isBannerShown,
    ...(!isBannerShown && { reason: 'ADV_IS_NOT_CONNECTED' as const }),
  });
  return {
    showFullscreenAdv: (options) => {
      const { onOpen, onClose, onError } = readOptions(readOptions(options).callbacks);
      void ads.show('interstitial', {
        started: () => callGame(onOpen),
        finished: () => callGame(onClose, true),
        failed: (reason) => {
          if (reason === 'error') callGame(onError, new YandexError('The ad could not be shown.'));
          callGame(onClose, false);
        },
      });
    },
    showRewardedVideo: (options) => {
      const { onOpen, onClose, onError, onRewarded } = readOptions(readOptions(options).callbacks);
      let isOpen = false;
      void ads.show('rewarded', {
        started: () => {
          isOpen = true;
          callGame(onOpen);
        },
        finished: () => {
          callGame(onRewarded);
          callGame(onClose);
        },
        failed: (reason) => {
          if (reason !== 'skipped') callGame(onError, new YandexError('The ad could not be shown.'));
          if (isOpen) callGame(onClose);
        },
      });
    },
    getBannerAdvStatus: async () => describeBanner(),
    showBannerAdv: async () => {
      const { shown } = await sdk.ads.showBanner().catch(() => ({ shown: false }));
      isBannerShown = shown;
      return describeBanner();
    },
    hideBannerAdv: async () => {
      if (isBannerShown) await sdk.ads.hideBanner().catch(() => undefined);
      isBannerShown = false;
      return { stickyAdvIsShowing: false };
    },
  };
}
