// For SDKs that report everything to one function of the game, `onEvent`: with events of their own and, around each ad,
// those of Google's ads library. The game stops at SDK_GAME_PAUSE and continues at SDK_GAME_START.
import type { Sdk } from '#sdk/sdk.ts';
import type { AdEventOptions, AdEventStatus } from './ad-event-types.ts';
import { createAdBreaks, type AdBreakFailure } from './ad-breaks.browser.ts';
import { readOptions } from './read-options.browser.ts';
import { callGame } from './settle.browser.ts';

export interface AdEvents {
  /** Undefined if our SDK could not be loaded. SDK_READY or SDK_ERROR was sent before. */
  readonly ready: Promise<Sdk | undefined>;
  readonly emit: EmitAdEvent;
  readonly isShowing: () => boolean;
  /** The game may continue unless an ad is open, also if it wasn't paused: it may wait for an ad that doesn't come. */
  readonly resume: (message: string) => void;
  /** Never rejects. `closed`: the player skipped an ad without a reward. */
  show(kind: 'interstitial' | 'rewarded'): Promise<'watched' | 'closed' | AdBreakFailure>;
}

export type EmitAdEvent = (name: string, message: string, status?: AdEventStatus) => void;

/**
 * Connects at once.
 *
 * @param given the page's options. Read once
 * @param prepare sends events before SDK_READY
 */
export function createAdEvents(
  openSdk: () => Promise<Sdk>,
  given: AdEventOptions | undefined,
  prepare: (sdk: Sdk, emit: EmitAdEvent) => Promise<void> = async () => undefined,
): AdEvents {
  const options = { ...readOptions(given) };
  const pauses = new Set<'ad' | 'portal'>();
  let connected: Sdk | undefined;

  const call = (name: keyof AdEventOptions, ...args: unknown[]): void => {
    const callback: unknown = options[name];
    if (typeof callback === 'function') callGame(callback.bind(options) as (...all: unknown[]) => unknown, ...args);
  };
  const emit: EmitAdEvent = (name, message, status = 'success') => call('onEvent', { name, message, status });
  const pause = (reason: 'ad' | 'portal', message: string): void => {
    const isPaused = pauses.size > 0;
    pauses.add(reason);
    if (isPaused) return;
    call('pauseGame');
    emit('SDK_GAME_PAUSE', message);
  };
  const resume = (reason: 'ad' | 'portal', message: string, status?: AdEventStatus): void => {
    pauses.delete(reason);
    if (pauses.size > 0) return;
    call('resumeGame');
    emit('SDK_GAME_START', message, status);
  };

  const start = async (): Promise<Sdk | undefined> => {
    try {
      const sdk = await openSdk();
      if (sdk.environment !== 'disabled') followPortal(sdk);
      await prepare(sdk, emit);
      connected = sdk;
      emit('SDK_READY', 'Everything is ready.');
      call('onInit', 'Everything is ready.');
    } catch (error) {
      const message = String(error);
      emit('SDK_ERROR', message, 'error');
      call('onError', { message });
      resume('ad', message, 'warning');
    }
    return connected;
  };
  const followPortal = (sdk: Sdk): void => {
    // Other losses of the focus don't count: games take SDK_GAME_START for the end of an ad.
    sdk.on('focusChanged', (change) => {
      if (!change.focused && change.reason === 'hint') pause('portal', 'The portal covers the game.');
      else if (pauses.has('portal')) resume('portal', 'The game is no longer covered.');
    });
  };
  const ready = start();

  const ads = createAdBreaks(() => {
    if (!connected) throw new Error('The SDK has no connection.');
    return connected;
  });
  const show: AdEvents['show'] = async (kind) => {
    await ready;
    let end: Awaited<ReturnType<AdEvents['show']>> = 'error';
    const close = (): void => {
      resume('ad', 'The ad is over.');
      emit('CONTENT_RESUME_REQUESTED', 'The ad has closed.');
      emit('ALL_ADS_COMPLETED', 'There are no more ads.');
    };
    await ads.show(kind, {
      started: () => {
        emit('AD_SDK_MANAGER_READY', 'There is an ad.');
        emit('LOADED', 'The ad is loaded.');
        emit('CONTENT_PAUSE_REQUESTED', 'The ad opens.');
        pause('ad', 'An ad opens.');
        emit('STARTED', 'The ad starts.');
        emit('IMPRESSION', 'The ad is visible.');
      },
      finished: (isWatched) => {
        end = isWatched ? 'watched' : 'closed';
        if (isWatched) emit('COMPLETE', 'The ad was played to its end.');
        else emit('SKIPPED', 'The player skipped the ad.');
        if (kind === 'rewarded') emit('SDK_REWARDED_WATCH_COMPLETE', 'The player has earned the reward.');
        close();
      },
      failed: (reason) => {
        end = reason;
        if (reason === 'busy') emit('AD_IS_ALREADY_RUNNING', 'Another ad is open.', 'warning');
        else if (reason === 'skipped') {
          emit('SKIPPED', 'The player skipped the ad.');
          close();
        } else {
          emit('AD_ERROR', adErrorCodes[reason], 'warning');
          resume('ad', adErrorCodes[reason], 'warning');
        }
      },
    });
    return end;
  };
  return {
    ready,
    emit,
    isShowing: ads.isPlaying,
    resume: (message) => {
      if (!ads.isPlaying()) resume('ad', message);
    },
    show,
  };
}

/** Codes of Google's ads library for "no ad" and "unknown error". */
const adErrorCodes = { unfilled: '1009', error: '900' } as const;
