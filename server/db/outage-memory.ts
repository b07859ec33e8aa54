// Remembers that the database is down, so that calls that can be answered from memory do not wait for it. Once a second
// one caller asks it again.
import type { Database } from './database.ts';
import type { NodeSignals } from './node-signals.ts';

export interface OutageMemory {
  isDown(): boolean;
  reportFailure(): void;
  reportSuccess(): void;
}

/** How long rows from memory are served while the database is down. */
export const maxOutageMs = 60_000;
const retryMs = 1000;

export function createOutageMemory(
  database: Pick<Database, 'onWrite'>,
  signals: Pick<NodeSignals, 'connected'>,
  nowMs: () => number,
): OutageMemory {
  let nextTryMs: number | undefined;
  // A write that succeeds may have changed what is in memory.
  database.onWrite(() => {
    nextTryMs = undefined;
  });
  return {
    isDown: () => {
      if (nextTryMs === undefined || signals.connected()) return false;
      if (nowMs() < nextTryMs) return true;
      nextTryMs = nowMs() + retryMs;
      return false;
    },
    reportFailure: () => {
      nextTryMs = nowMs() + retryMs;
    },
    reportSuccess: () => {
      nextTryMs = undefined;
    },
  };
}
