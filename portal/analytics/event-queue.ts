// The queue of analytics events, oldest first. If it is full, the oldest are dropped and counted.
import type { AnalyticsEvent } from '#model/analytics.ts';

export interface QueuedEvent {
  readonly event: AnalyticsEvent;
  readonly token: string | undefined;
  readonly bytes: number;
}

export interface EventQueue {
  readonly size: () => number;
  readonly add: (event: AnalyticsEvent, token: string | undefined) => void;
  /** The oldest events of one account that fit into one keepalive request. */
  readonly takeBatch: () => QueuedEvent[];
  readonly putBack: (batch: readonly QueuedEvent[]) => void;
  readonly takeDropped: () => number;
}

export const maxQueuedEvents = 1000;
const maxInBatch = 200;
// Browsers allow 64 KiB of keepalive bodies at a time, including headers and other requests of the page.
export const maxKeepaliveBodyBytes = 60_000;
const envelopeBytes = 200;

export function createEventQueue(): EventQueue {
  let waiting: QueuedEvent[] = [];
  let dropped = 0;
  const dropOldest = (): void => {
    const over = Math.max(0, waiting.length - maxQueuedEvents);
    if (over > 0) waiting = waiting.slice(over);
    dropped += over;
  };
  return {
    size: () => waiting.length,
    add: (event, token) => {
      waiting.push({ event, token, bytes: encoder.encode(JSON.stringify(event)).length });
      dropOldest();
    },
    takeBatch: () => {
      let bytes = envelopeBytes;
      const end = waiting.findIndex(({ token, bytes: more }, index) => {
        bytes += more + 1;
        return index > 0 && (index >= maxInBatch || token !== waiting[0]?.token || bytes > maxKeepaliveBodyBytes);
      });
      return waiting.splice(0, end === -1 ? waiting.length : end);
    },
    putBack: (batch) => {
      waiting = [...batch, ...waiting];
      dropOldest();
    },
    takeDropped: () => {
      const count = dropped;
      dropped = 0;
      return count;
    },
  };
}

export const countBytes = (batch: readonly QueuedEvent[]): number =>
  batch.reduce((sum, { bytes }) => sum + bytes + 1, envelopeBytes);

const encoder = new TextEncoder();
