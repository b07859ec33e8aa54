// Ads by AdsGram, because Telegram has none for games. The script is loaded in the background, and only if the operator
// has set an ad block.
import type { AdUnit, BrowserHost, PlatformConnection } from '../port.browser.ts';
import { createPreloadedAdUnit } from '../kit/ads.browser.ts';
import { loadSdk } from '../kit/load-sdk.browser.ts';
import type { telegram } from './platform.ts';

const title = 'AdsGram';

export function createAds(
  host: BrowserHost<typeof telegram>,
): Pick<PlatformConnection, 'video' | 'interstitial' | 'adsNotSetUp'> {
  const { AdsgramBlockId, AdsgramInterstitialId, AdsgramUrl } = host.data ?? {};
  const address = AdsgramUrl ?? 'https://sad.adsgram.ai/js/sad.min.js';
  const createUnit = (kind: 'video' | 'interstitial', blockId: string | undefined): AdUnit | undefined => {
    if (blockId === undefined) return undefined;
    const init = (adsgram: Adsgram): Controller => adsgram.init({ blockId });
    return createPreloadedAdUnit<Controller>(host, kind, {
      title,
      maxMs: 3 * 60_000,
      load: () => loadSdk(host, { title, address, global: 'Adsgram', init }),
      show(controller, end, fail) {
        const skip = (): void => end({ outcome: 'skipped' });
        controller.addEventListener('onSkip', skip);
        controller.show().then(({ done }) => end({ outcome: done ? 'finished' : 'skipped' }), fail);
        return () => controller.removeEventListener('onSkip', skip);
      },
    });
  };
  return {
    video: createUnit('video', AdsgramBlockId),
    interstitial: createUnit('interstitial', AdsgramInterstitialId),
    adsNotSetUp: ['video', 'interstitial'],
  };
}

interface Controller {
  /**
   * Resolves when the ad was watched to the end; an interstitial also when it was skipped. Leaving a video early
   * rejects.
   */
  show(): Promise<{ readonly done: boolean }>;
  addEventListener(event: 'onSkip', listener: () => void): void;
  removeEventListener(event: 'onSkip', listener: () => void): void;
}

interface Adsgram {
  init(options: { readonly blockId: string }): Controller;
}
