import type { PauseReason, SdkEvents } from './sdk.ts';

type Emit = <E extends 'pause' | 'resume'>(event: E, data: SdkEvents[E]) => void;

/** The game stands still while there is a reason for it, and is told when the first one comes and when the last one goes. */
export function createPauses(emit: Emit): (reason: PauseReason, isPaused: boolean) => void {
  const reasons = new Set<PauseReason>();
  return (reason, isPaused) => {
    const before = reasons.size;
    if (isPaused) reasons.add(reason);
    else reasons.delete(reason);
    if (before === 0 && reasons.size > 0) emit('pause', { reason });
    if (before > 0 && reasons.size === 0) emit('resume', { reason });
  };
}
