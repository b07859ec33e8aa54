// VK's advertisements. VK tells whether one was shown and no more: whoever closes a video with a reward is a fault of number 4.
import type { AdOutcome, AdsReason, AdUnit, Groups, PlatformNews } from '../port.browser.ts';
import type { VkBridge } from './bridge-client.browser.ts';
import { isDone } from './fields-of.browser.ts';
import { denied, unsupported, VkError } from './vk-error.browser.ts';

const longestAdMs = 5 * 60_000;

/** Asking whether there is one also makes VK load it. */
export function adUnit({ send, attempt }: VkBridge, kind: 'video' | 'interstitial', news: PlatformNews): AdUnit {
  const wish = { ad_format: kind === 'video' ? 'reward' : 'interstitial', use_waterfall: true };
  const ready = async (): Promise<boolean> => isDone(await attempt('CheckNativeAds', wish));
  const tell = async (): Promise<void> => news.adAvailable(kind, await ready());
  void tell();
  return {
    ready,
    show: async () => {
      try {
        // Also where the check said no: VK often has one all the same.
        const isShown = isDone(await send('ShowNativeAds', wish, longestAdMs));
        return isShown ? { outcome: 'finished' } : { outcome: 'failed', reason: 'Unknown' };
      } catch (error) {
        return endOf(error);
      } finally {
        void tell();
      }
    },
  };
}

export function banner({ send }: VkBridge): NonNullable<Groups['banner']> {
  const reasonNot = async (method: string, wish?: object): Promise<AdsReason | undefined> => {
    try {
      return isDone(await send(method, wish)) ? undefined : 'Unknown';
    } catch (error) {
      return reasonOf(error);
    }
  };
  return {
    show: async () => {
      const wish = { banner_location: 'bottom', layout_type: 'resize', can_close: true };
      const reason = await reasonNot('ShowBannerAd', wish);
      return reason ? { shown: false, reason } : { shown: true };
    },
    hide: async () => {
      const reason = await reasonNot('HideBannerAd');
      return reason ? { hidden: false, reason } : { hidden: true };
    },
  };
}

function endOf(error: unknown): AdOutcome {
  if (error instanceof VkError && error.number === denied) return { outcome: 'skipped' };
  return { outcome: 'failed', reason: reasonOf(error) };
}

const reasonOf = (error: unknown): AdsReason =>
  error instanceof VkError && error.number === unsupported ? 'NotImplemented' : 'Unknown';
