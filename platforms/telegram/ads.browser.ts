// Advertisements by AdsGram, which is what games on Telegram use: Telegram has none of its own. Its script is loaded when a game
// first asks for an advertisement, and only where the operator has a block.
import type { AdUnit, BrowserHost } from '../port.browser.ts';
import { failedAd, showAd } from '../kit/ads.browser.ts';
import { attempt } from '../kit/attempt.browser.ts';
import { loadSdk } from '../kit/load-sdk.browser.ts';
import type { telegram } from './platform.ts';

export function createAdUnit(
  host: BrowserHost<typeof telegram>,
  kind: 'video' | 'interstitial',
  blockId: string,
): AdUnit {
  const address = host.data?.AdsgramUrl ?? 'https://sad.adsgram.ai/js/sad.min.js';
  let controller: Promise<Controller> | undefined;
  const init = (adsgram: Adsgram): Controller => {
    host.news.adAvailable(kind, true);
    return adsgram.init({ blockId });
  };
  const load = (): Promise<Controller | undefined> =>
    attempt<Controller | undefined>(host.log, 'AdsGram', undefined, async () => {
      controller ??= loadSdk(host, { title: 'AdsGram', address, global: 'Adsgram', init });
      // Whoever asks again may have a better connection.
      controller.catch(() => void (controller = undefined));
      return controller;
    });
  return {
    ready: async () => (await load()) !== undefined,
    async show() {
      const loaded = await load();
      return loaded ? show(host, loaded) : { outcome: 'failed', reason: 'AdsNotConnected' };
    },
  };
}

function show(host: Pick<BrowserHost, 'inTime' | 'log'>, controller: Controller): ReturnType<AdUnit['show']> {
  return showAd(
    host,
    'AdsGram',
    (end) => {
      const skip = (): void => end({ outcome: 'skipped' });
      controller.addEventListener('onSkip', skip);
      controller.show().then(
        ({ done }) => end({ outcome: done ? 'finished' : 'skipped' }),
        (error: unknown) => {
          host.log.warn('AdsGram showed no advertisement', error);
          end(failedAd);
        },
      );
      return () => controller.removeEventListener('onSkip', skip);
    },
    3 * 60_000,
  );
}

/** What we use of the script. */
interface Controller {
  /** Resolves when it was seen to its end, one between two rounds also when it was skipped; leaving a video early rejects. */
  show(): Promise<{ readonly done: boolean }>;
  addEventListener(event: 'onSkip', listener: () => void): void;
  removeEventListener(event: 'onSkip', listener: () => void): void;
}

interface Adsgram {
  init(options: { readonly blockId: string }): Controller;
}
