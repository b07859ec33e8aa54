// Advertisements by AdsGram, which is what games on Telegram use: Telegram has none of its own. Its script is loaded when a game
// first asks for an advertisement, and only where the operator has a block.
import type { AdOutcome, AdUnit, BrowserHost } from '../port.browser.ts';

export interface AdBlock {
  readonly kind: 'video' | 'interstitial';
  readonly blockId: string;
  readonly scriptUrl: string | undefined;
}

type Given = Pick<BrowserHost, 'window' | 'loadScript' | 'inTime' | 'log' | 'news'>;

export function createAdUnit(host: Given, { kind, blockId, scriptUrl = adsgramScript }: AdBlock): AdUnit {
  let loading: Promise<Controller> | undefined;
  const load = async (): Promise<Controller> => {
    await host.loadScript(scriptUrl);
    const { Adsgram } = host.window as AdsgramWindow;
    if (!Adsgram) throw new Error("AdsGram's script was loaded and is not there");
    const controller = Adsgram.init({ blockId });
    host.news.adAvailable(kind, true);
    return controller;
  };
  const prepare = async (): Promise<Controller | undefined> => {
    loading ??= load();
    try {
      return await loading;
    } catch (error) {
      // Whoever asks again may have a better connection.
      loading = undefined;
      host.log.warn('AdsGram could not be loaded', error);
      return undefined;
    }
  };
  return {
    ready: async () => (await prepare()) !== undefined,
    async show() {
      const controller = await prepare();
      return controller ? showAd(controller, host) : { outcome: 'failed', reason: 'AdsNotConnected' };
    },
  };
}

async function showAd(controller: Controller, { inTime, log }: Given): Promise<AdOutcome> {
  let isSkipped = false;
  const onSkip = (): void => {
    isSkipped = true;
  };
  controller.addEventListener('onSkip', onSkip);
  try {
    const { done } = await inTime('an advertisement of AdsGram', controller.show(), longestAdMs);
    return { outcome: done && !isSkipped ? 'finished' : 'skipped' };
  } catch (error) {
    // Leaving a video early rejects as well.
    if (isSkipped) return { outcome: 'skipped' };
    log.warn('AdsGram showed no advertisement', error);
    return { outcome: 'failed', reason: 'Unknown' };
  } finally {
    controller.removeEventListener('onSkip', onSkip);
  }
}

const adsgramScript = 'https://sad.adsgram.ai/js/sad.min.js';
const longestAdMs = 3 * 60_000;

/** What we use of the script. */
interface Controller {
  /** Resolves when it was seen to its end, one between two rounds also when it was skipped. */
  show(): Promise<{ readonly done: boolean }>;
  addEventListener(event: 'onSkip', listener: () => void): void;
  removeEventListener(event: 'onSkip', listener: () => void): void;
}

type AdsgramWindow = Window & { Adsgram?: { init(options: { readonly blockId: string }): Controller } };
