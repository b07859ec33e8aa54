// How far a game is on its way to be played. A game may tell, by the bridge or by the page around a Unity build; one that
// tells nothing counts as ready a moment after its page has loaded. One that is silent for long is called slow and may still
// come.
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
  /** The first file that did not come, for whoever can put it there. */
  readonly file?: string;
}

/** A build that does not run, or a page that stays empty, with files missing or without. */
export type LoadingFault = RunnerFault | 'Empty' | 'FilesMissing';

export type LoadingEvent =
  | { type: 'progress'; fraction: number; loadedBytes?: number | undefined; totalBytes?: number | undefined }
  | { type: 'ready' }
  | { type: 'failed'; fault: LoadingFault; file?: string }
  /** A page that had shown nothing shows something after all. */
  | { type: 'shown' }
  /** The page has loaded, and a moment has passed. */
  | { type: 'settled' }
  /** Nothing has been heard for long. */
  | { type: 'silent' }
  | { type: 'again' };

export const newLoading: LoadingState = { phase: 'loading', tells: false };
/** How long a page that says nothing may take to paint. */
export const settleMs = 800;
export const silenceMs = 20_000;

export function nextLoading(state: LoadingState, event: LoadingEvent): LoadingState {
  if (event.type === 'again') return newLoading;
  if (event.type === 'failed') {
    const { fault, file } = event;
    return { ...state, phase: 'failed', fault, ...(file !== undefined && { file }) };
  }
  if (event.type === 'shown') {
    const wasEmpty = state.phase === 'failed' && (state.fault === 'Empty' || state.fault === 'FilesMissing');
    return wasEmpty ? { phase: 'ready', tells: state.tells } : state;
  }
  // What has come to an end stays there until somebody tries again.
  if (state.phase === 'failed' || state.phase === 'ready') return state;
  switch (event.type) {
    case 'progress': {
      const { fraction, loadedBytes, totalBytes } = event;
      const bytes = loadedBytes !== undefined && totalBytes !== undefined && { loadedBytes, totalBytes };
      return { ...state, phase: 'loading', tells: true, fraction: Math.min(1, Math.max(0, fraction)), ...bytes };
    }
    case 'ready':
      return { ...state, phase: 'ready', fraction: 1 };
    case 'settled':
      return state.tells ? state : { ...state, phase: 'ready' };
    case 'silent':
      return { ...state, phase: 'slow' };
  }
}
