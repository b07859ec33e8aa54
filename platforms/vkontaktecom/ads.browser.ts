// VK's ads. VK only reports whether an ad was shown. Closing a rewarded video is reported as denied.
import type { AdResult, AdFailureReason, AdUnit, BrowserHost, PlatformCapabilities } from '../port.browser.ts';
import { createBanner, createCheckedAdUnit, failedAdResult } from '../kit/ads.browser.ts';
import { isSuccessReply, VkError, type VkClient } from './client.browser.ts';

const maxAdMs = 5 * 60_000;

export function createAds(
  host: Pick<BrowserHost, 'withPlatformTimeout' | 'log' | 'events'>,
  { call, tryCall, supports }: VkClient,
): Pick<PlatformCapabilities, 'video' | 'interstitial' | 'banner'> {
  const createUnit = (kind: 'video' | 'interstitial', ad_format: string): AdUnit => {
    const wish = { ad_format, use_waterfall: true };
    return createCheckedAdUnit(host, kind, {
      title: 'VK',
      // Checking availability also makes VK load an ad.
      ready: async () => isSuccessReply(await tryCall('CheckNativeAds', wish)),
      show: () =>
        call('ShowNativeAds', wish, maxAdMs).then<AdResult, AdResult>(
          (answer) => (isSuccessReply(answer) ? { outcome: 'finished' } : failedAdResult),
          readOutcome,
        ),
    });
  };
  const hasUnits = supports('ShowNativeAds', 'CheckNativeAds');
  const wish = { banner_location: 'bottom', layout_type: 'resize', can_close: true };
  const changeBanner = (isShown: boolean): Promise<AdFailureReason | undefined> =>
    (isShown ? call('ShowBannerAd', wish) : call('HideBannerAd')).then((answer) =>
      isSuccessReply(answer) ? undefined : 'Unknown',
    );
  return {
    video: hasUnits ? createUnit('video', 'reward') : undefined,
    interstitial: hasUnits ? createUnit('interstitial', 'interstitial') : undefined,
    banner: supports('ShowBannerAd', 'HideBannerAd') ? createBanner(host, 'VK', changeBanner) : undefined,
  };
}

const readOutcome = (error: unknown): AdResult =>
  error instanceof VkError && error.code === 'UserCancelled'
    ? { outcome: 'skipped' }
    : { outcome: 'failed', reason: error instanceof VkError && error.isUnsupported ? 'NotImplemented' : 'Unknown' };
