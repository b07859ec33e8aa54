// Advertisements. The script calls back, sometimes twice: an interstitial that fails also closes. The first word counts.
import type { AdOutcome, AllGroups, AdsReason, BrowserHost } from '../port.browser.ts';
import type { Advertising, BannerState } from './sdk.browser.ts';

type Given = Pick<BrowserHost, 'inTime' | 'log'>;

export function createAds(host: Given, adv: Advertising): Pick<AllGroups, 'video' | 'interstitial' | 'banner'> {
  const { log } = host;
  const fail = (end: End) => (error?: unknown) => {
    log.warn('Yandex Games showed no advertisement', error);
    end(failed);
  };
  /** The platform does not tell before; how often one may come is its own business. */
  const ready = async (): Promise<boolean> => true;
  const banner = async (change: () => Promise<BannerState>): Promise<BannerState> => {
    try {
      return await host.inTime('The banner of Yandex Games', change());
    } catch (error) {
      log.warn('The banner of Yandex Games could not be changed', error);
      return { stickyAdvIsShowing: false, reason: 'UNKNOWN' };
    }
  };
  return {
    video: {
      ready,
      async show() {
        let isRewarded = false;
        const outcome = await firstWord(host, (end) =>
          adv.showRewardedVideo({
            callbacks: {
              onRewarded: () => void (isRewarded = true),
              onClose: () => end({ outcome: 'skipped' }),
              onError: fail(end),
            },
          }),
        );
        // Whatever happens after the reward, it was earned.
        return isRewarded ? { outcome: 'finished' } : outcome;
      },
    },
    interstitial: {
      ready,
      show: () =>
        firstWord(host, (end) =>
          adv.showFullscreenAdv({
            callbacks: {
              // Not shown without an error: it was too early for another one.
              onClose: (wasShown) => end(wasShown ? { outcome: 'finished' } : failed),
              onError: fail(end),
              onOffline: fail(end),
            },
          }),
        ),
    },
    banner: {
      async show() {
        const { stickyAdvIsShowing: shown, reason } = await banner(() => adv.showBannerAdv());
        return shown ? { shown } : { shown, reason: reasonOf(reason) };
      },
      async hide() {
        const { stickyAdvIsShowing, reason } = await banner(() => adv.hideBannerAdv());
        const hidden = !stickyAdvIsShowing && reason === undefined;
        return hidden ? { hidden } : { hidden, reason: reasonOf(reason) };
      },
    },
  };
}

type End = (outcome: AdOutcome) => void;

const failed = { outcome: 'failed', reason: 'Unknown' } as const;
const longestAdMs = 5 * 60_000;

async function firstWord({ inTime, log }: Given, show: (end: End) => void): Promise<AdOutcome> {
  const { promise, resolve } = Promise.withResolvers<AdOutcome>();
  try {
    show(resolve);
    return await inTime('An advertisement of Yandex Games', promise, longestAdMs);
  } catch (error) {
    log.warn('An advertisement of Yandex Games has no end', error);
    return failed;
  }
}

const reasonOf = (reason: string | undefined): AdsReason =>
  reason === 'ADV_IS_NOT_CONNECTED' ? 'AdsNotConnected' : 'Unknown';
