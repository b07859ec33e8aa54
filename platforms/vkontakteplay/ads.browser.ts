// Ads. VK Play doesn't report availability and has one callback for both kinds.
import type { AdResult, BrowserHost } from '../port.browser.ts';
import { createOptimisticAdUnits, showAd, type OptimisticAdUnits } from '../kit/ads.browser.ts';
import { platformTitle, type VkPlayClient } from './client.browser.ts';

export function createAds(host: BrowserHost, client: VkPlayClient): OptimisticAdUnits {
  const show = (interstitial: boolean): Promise<AdResult> =>
    client.inTurn('ads', () =>
      showAd(host, platformTitle, (end, fail) => {
        const stop = client.on('ads', ({ type, code }) => {
          if (type === 'adCompleted') end({ outcome: 'finished' });
          // `AdsNotFound` means that no ad was shown.
          else if (type === 'adDismissed' && code !== 'AdsNotFound') end({ outcome: 'skipped' });
          else fail(code);
        });
        client.post('showAds', { interstitial });
        return stop;
      }),
    );
  return createOptimisticAdUnits(host, { video: () => show(false), interstitial: () => show(true) });
}
