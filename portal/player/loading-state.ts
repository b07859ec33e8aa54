// How far a game is on its way to be played. It is ready when it says so, by the bridge or by the page around a Unity build. A game
// that reports no progress is ready when its page shows something and runs, as the program in the page sees it; for a page without
// that program, once it has loaded and was found to be the game's and not an error page of the browser. One that is silent for
// long is called slow and may still come.
import type { RunnerFault } from './runner-news.ts';

export interface LoadingState {
  readonly phase: 'loading' | 'slow' | 'ready' | 'failed';
  /** Whether the game tells how far it is. */
  readonly tells: boolean;
  /** From 0 to 1; absent while nobody knows. */
  readonly fraction?: number;
  readonly loadedBytes?: number;
  readonly totalBytes?: number;
  readonly fault?: LoadingFault;
  /** The first missing file or the message of the fault, for the developer. */
  readonly detail?: string;
  /** The player looks at the game although it seems to have failed. */
  readonly isUncovered?: boolean;
}

/** What the portal concludes from outside. It may be wrong: the game can still show that it runs. */
export type ObservedFault = (typeof observedFaults)[number];

export type LoadingFault = RunnerFault | ObservedFault;

export type LoadingEvent =
  | { type: 'progress'; fraction: number; loadedBytes?: number | undefined; totalBytes?: number | undefined }
  | { type: 'ready' }
  | { type: 'failed'; fault: LoadingFault; detail?: string | undefined }
  /** The page shows something, and the game runs. */
  | { type: 'shown' }
  /** A page that reports nothing has loaded, and is the game's. */
  | { type: 'settled' }
  /** Nothing has been heard for long. */
  | { type: 'silent' }
  /** The player wants to see the game that seems to have failed. */
  | { type: 'uncover' }
  | { type: 'again' };

export const newLoading: LoadingState = { phase: 'loading', tells: false };
/** How long a page that reports nothing may take to paint. */
export const settleMs = 800;
export const silenceMs = 20_000;

export function isObserved(fault: LoadingFault | undefined): fault is ObservedFault {
  return observedFaults.some((each) => each === fault);
}

const observedFaults = ['Empty', 'FilesMissing', 'Threw', 'EngineError', 'NotAnswering', 'RefusesFraming'] as const;

export function nextLoading(state: LoadingState, event: LoadingEvent): LoadingState {
  if (event.type === 'again') return newLoading;
  if (event.type === 'failed') {
    const { fault, detail } = event;
    // A conclusion does not end a game that is being played; the engine's own word does.
    if (state.phase === 'ready' && isObserved(fault) && fault !== 'EngineError') return state;
    return { ...state, phase: 'failed', fault, ...(detail !== undefined && { detail }) };
  }
  if (event.type === 'uncover') return isObserved(state.fault) ? { ...state, isUncovered: true } : state;
  const isWrong = state.phase === 'failed' && isObserved(state.fault);
  // What has come to an end stays there until somebody tries again.
  if (state.phase === 'ready' || (state.phase === 'failed' && !isWrong)) return state;
  const { fault: _, detail: __, isUncovered: ___, ...open } = state;
  switch (event.type) {
    case 'progress': {
      const { fraction, loadedBytes, totalBytes } = event;
      const bytes = loadedBytes !== undefined && totalBytes !== undefined && { loadedBytes, totalBytes };
      return { ...open, phase: 'loading', tells: true, fraction: Math.min(1, Math.max(0, fraction)), ...bytes };
    }
    case 'ready':
      return { ...open, phase: 'ready', fraction: 1 };
    case 'shown':
      // A game that reports its progress says itself when it is ready.
      if (!state.tells) return { ...open, phase: 'ready' };
      return isWrong ? { ...open, phase: 'loading' } : state;
    case 'settled':
      return state.tells || isWrong ? state : { ...open, phase: 'ready' };
    case 'silent':
      return isWrong ? state : { ...open, phase: 'slow' };
  }
}
