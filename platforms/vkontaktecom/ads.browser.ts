// VK's advertisements. VK tells whether one was shown and no more: whoever closes a video with a reward has denied it.
import type { AdOutcome, AdsReason, AdUnit, AllGroups, BrowserHost } from '../port.browser.ts';
import { createBanner, failedAd, showAd } from '../kit/ads.browser.ts';
import { isDone, VkError, type VkClient } from './client.browser.ts';

type Host = Pick<BrowserHost, 'inTime' | 'log' | 'news'>;

/** Asking whether there is one also makes VK load it. */
export function createAdUnit(host: Host, { send, attempt }: VkClient, kind: 'video' | 'interstitial'): AdUnit {
  const wish = { ad_format: kind === 'video' ? 'reward' : 'interstitial', use_waterfall: true };
  const ready = async (): Promise<boolean> => isDone(await attempt('CheckNativeAds', wish));
  const announce = async (): Promise<void> => host.news.adAvailable(kind, await ready());
  void announce();
  return {
    ready,
    async show() {
      // Also where the check said no: VK often has one all the same.
      const outcome = await showAd(
        host,
        'VK',
        (end) =>
          void send('ShowNativeAds', wish, longestAdMs).then(
            (answer) => end(isDone(answer) ? { outcome: 'finished' } : failedAd),
            (error: unknown) => end(outcomeOf(error)),
          ),
      );
      void announce();
      return outcome;
    },
  };
}

export function createVkBanner(host: Host, { send }: VkClient): AllGroups['banner'] {
  const wish = { banner_location: 'bottom', layout_type: 'resize', can_close: true };
  return createBanner(host, 'VK', async (isShown) => {
    try {
      const answer = await (isShown ? send('ShowBannerAd', wish) : send('HideBannerAd'));
      return isDone(answer) ? undefined : 'Unknown';
    } catch (error) {
      return reasonOf(error);
    }
  });
}

const longestAdMs = 5 * 60_000;

const outcomeOf = (error: unknown): AdOutcome =>
  error instanceof VkError && error.code === 'UserCancelled'
    ? { outcome: 'skipped' }
    : { outcome: 'failed', reason: reasonOf(error) };

const reasonOf = (error: unknown): AdsReason =>
  error instanceof VkError && error.isUnsupported ? 'NotImplemented' : 'Unknown';
