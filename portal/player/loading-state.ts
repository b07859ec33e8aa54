// The loading state of a game. A game is ready when it reports so. A game that reports no progress is ready when the
// script in its page detects visible content or, without that script, once the page has loaded and is not a browser's
// error page. A game that reports nothing for long is slow, and may still become ready.
import type { UnityRunnerFault } from './unity-runner-report.ts';

export interface GameLoadingState {
  readonly phase: 'loading' | 'slow' | 'ready' | 'failed';
  readonly reportsProgress: boolean;
  /** From 0 to 1; absent while unknown. */
  readonly fraction?: number;
  readonly loadedBytes?: number;
  readonly totalBytes?: number;
  readonly fault?: GameLoadingFault;
  /** For the developer: the first missing file, or the error message. */
  readonly detail?: string;
  readonly isUncovered?: boolean;
}

/** Faults that the portal infers from outside. The game can still prove that it runs. */
export type InferredFault = (typeof inferredFaults)[number];

export type GameLoadingFault = UnityRunnerFault | InferredFault;

export type GameLoadingEvent =
  | { type: 'progress'; fraction: number; loadedBytes?: number | undefined; totalBytes?: number | undefined }
  | { type: 'ready' }
  | { type: 'failed'; fault: GameLoadingFault; detail?: string | undefined }
  | { type: 'shown' }
  /** A page that reports nothing has loaded, and it is the game's. */
  | { type: 'settled' }
  | { type: 'silent' }
  | { type: 'uncover' }
  | { type: 'retry' };

export const initialGameLoadingState: GameLoadingState = { phase: 'loading', reportsProgress: false };
/** How long a page that reports nothing may take to paint. */
export const paintTimeoutMs = 800;
export const slowTimeoutMs = 20_000;

export function isInferredFault(fault: GameLoadingFault | undefined): fault is InferredFault {
  return inferredFaults.some((each) => each === fault);
}

const inferredFaults = ['Empty', 'FilesMissing', 'Threw', 'EngineError', 'NotAnswering', 'RefusesFraming'] as const;

export function nextGameLoadingState(state: GameLoadingState, event: GameLoadingEvent): GameLoadingState {
  if (event.type === 'retry') return initialGameLoadingState;
  if (event.type === 'failed') {
    const { fault, detail } = event;
    // An inferred fault does not end a running game, except one of the engine.
    if (state.phase === 'ready' && isInferredFault(fault) && fault !== 'EngineError') return state;
    return { ...state, phase: 'failed', fault, ...(detail !== undefined && { detail }) };
  }
  if (event.type === 'uncover') return isInferredFault(state.fault) ? { ...state, isUncovered: true } : state;
  const isWrong = state.phase === 'failed' && isInferredFault(state.fault);
  // A final state stays until the player tries again.
  if (state.phase === 'ready' || (state.phase === 'failed' && !isWrong)) return state;
  const { fault: _, detail: __, isUncovered: ___, ...open } = state;
  switch (event.type) {
    case 'progress': {
      const { fraction, loadedBytes, totalBytes } = event;
      const bytes = loadedBytes !== undefined && totalBytes !== undefined && { loadedBytes, totalBytes };
      return {
        ...open,
        phase: 'loading',
        reportsProgress: true,
        fraction: Math.min(1, Math.max(0, fraction)),
        ...bytes,
      };
    }
    case 'ready':
      return { ...open, phase: 'ready', fraction: 1 };
    case 'shown':
      // Such a game decides itself when it is ready.
      if (!state.reportsProgress) return { ...open, phase: 'ready' };
      return isWrong ? { ...open, phase: 'loading' } : state;
    case 'settled':
      return state.reportsProgress || isWrong ? state : { ...open, phase: 'ready' };
    case 'silent':
      return isWrong ? state : { ...open, phase: 'slow' };
  }
}
