// Ads, which the platform calls campaigns. It doesn't report availability, and reports an ad twice: when it opens, and
// when it closes with or without a reward.
import type { AdResult, BrowserHost } from '../port.browser.ts';
import { createOptimisticAdUnits, showAd, type OptimisticAdUnits } from '../kit/ads.browser.ts';
import { readUntrustedFields } from '../kit/fields.browser.ts';
import { platformTitle, type AgClient } from './client.browser.ts';

type Host = Pick<BrowserHost, 'withPlatformTimeout' | 'log' | 'events' | 'window'>;

export function createAds(host: Host, client: AgClient): OptimisticAdUnits {
  const show = (type: 'rewarded' | 'default', read: (isRewarded: boolean) => AdResult): Promise<AdResult> =>
    client.inTurn('showCampaign', () =>
      showAd(host, platformTitle, (end, fail) => {
        const stop = client.on('showCampaign', ({ result, error }) => {
          const { type: shown = type, status, reward } = readUntrustedFields(result);
          if (shown !== type) return;
          if (error !== null && error !== undefined) fail(error);
          else if (status === false) end(read(reward === true));
        });
        client.send('showCampaign', { type, options: {} });
        return stop;
      }),
    );
  return createOptimisticAdUnits(host, {
    video: () => show('rewarded', (isRewarded) => ({ outcome: isRewarded ? 'finished' : 'skipped' })),
    interstitial: () => show('default', () => ({ outcome: 'finished' })),
  });
}
