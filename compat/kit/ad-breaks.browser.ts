// One ad at a time, through the platform on which the player is. It starts only if there is one, so that a game isn't
// muted for nothing.
import type { Sdk } from '#sdk/sdk.ts';

export interface AdBreakCallbacks {
  /** The ad opens. */
  readonly started: () => void;
  /** A rewarded ad was watched to its end; any other has closed. `isWatched`: the player didn't skip it. */
  readonly finished: (isWatched: boolean) => void;
  readonly failed: (reason: AdBreakFailure) => void;
}

/** `busy`: another ad is open. `skipped`: the player closed a rewarded ad. */
export type AdBreakFailure = 'unfilled' | 'busy' | 'skipped' | 'error';

type AdBreakEnd = AdBreakFailure | 'watched' | 'closed';

export interface AdBreaks {
  readonly isPlaying: () => boolean;
  /** Ends with exactly one of `finished` and `failed`. Never rejects. */
  show(kind: 'interstitial' | 'rewarded', callbacks: AdBreakCallbacks): Promise<void>;
}

export function createAdBreaks(sdk: () => Sdk): AdBreaks {
  let isPlaying = false;
  const run = async (kind: 'interstitial' | 'rewarded', started: () => void): Promise<AdBreakEnd> => {
    const { ads } = sdk();
    const isReady = kind === 'rewarded' ? await ads.rewardedReady() : await ads.interstitialReady();
    if (!isReady) return 'unfilled';
    const options = { onOpen: started };
    const { outcome } = kind === 'rewarded' ? await ads.showRewarded(options) : await ads.showInterstitial(options);
    if (outcome === 'failed') return 'error';
    if (outcome === 'finished') return 'watched';
    return kind === 'rewarded' ? 'skipped' : 'closed';
  };
  return {
    isPlaying: () => isPlaying,
    async show(kind, { started, finished, failed }) {
      if (isPlaying) return failed('busy');
      isPlaying = true;
      let end: AdBreakEnd = 'error';
      try {
        end = await run(kind, started);
      } catch {
        // The game was left, or the call was refused. `failed` reports it.
      }
      isPlaying = false;
      if (end === 'watched' || end === 'closed') finished(end === 'watched');
      else failed(end);
    },
  };
}
