// The last phase of a stop, after the drain. A proxy without health checks learns from the NodeLeaving response to a GET
// that this node is leaving, and may repeat the GET on another one. A call must not be sent twice, so it is served. Once
// the node closes its port, a call on a connection that it had not accepted would be lost; so it waits until no more
// calls arrive.
import { setTimeout as sleep } from 'node:timers/promises';

export interface LeavePhase {
  readonly isLeaving: () => boolean;
  /** A call has arrived in this phase: the proxy has not noticed yet. */
  noteCall(): void;
  /** Resolves when no call has arrived for a second, or after six seconds. */
  run(): Promise<void>;
}

const quietMs = 1000;
const maxMs = 6000;

export function createLeavePhase(
  nowMs = (): number => performance.now(),
  wait: (ms: number) => Promise<void> = sleep,
): LeavePhase {
  let isLeaving = false;
  let quietSinceMs = 0;
  return {
    isLeaving: () => isLeaving,
    noteCall: () => {
      quietSinceMs = nowMs();
    },
    run: async () => {
      isLeaving = true;
      quietSinceMs = nowMs();
      const endMs = quietSinceMs + maxMs;
      for (;;) {
        const leftMs = Math.min(quietSinceMs + quietMs, endMs) - nowMs();
        if (leftMs <= 0) return;
        await wait(Math.ceil(leftMs));
      }
    },
  };
}
