import type { PauseReason, SdkEvents } from './sdk.ts';

type Emit = <E extends 'pause' | 'resume'>(event: E, data: SdkEvents[E]) => void;

/** Emits `pause` when the first reason to pause begins, and `resume` when the last one ends. */
export function createPauseTracker(emit: Emit): (reason: PauseReason, isPaused: boolean) => void {
  const reasons = new Set<PauseReason>();
  return (reason, isPaused) => {
    const before = reasons.size;
    if (isPaused) reasons.add(reason);
    else reasons.delete(reason);
    if (before === 0 && reasons.size > 0) emit('pause', { reason });
    if (before > 0 && reasons.size === 0) emit('resume', { reason });
  };
}
