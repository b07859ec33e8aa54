// A worker's view of the request counts that the primary process keeps for all workers.
//
// Asking for every request would cost more than most requests do. So a worker admits a small share of what is left of a
// limit by itself and reports it a moment later. The closer a caller is to the limit, the smaller the share; then each
// request waits for the count of all workers. Workers together exceed a limit by at most `maxExcess`, and only if
// requests arrive at several workers within `reportMs`. Limits too small to have a share are exact.
import type { CountRequest } from '#server/http/rate-limit-store.ts';
import { deleteEnded, type CountedRequests, type UncountedRequests } from './request-counts.ts';

export const maxExcess = 0.1;
const reportMs = 20;
const maxKeys = 20_000;

export interface SharedRequestCountsDeps {
  readonly workers: number;
  readonly count: (requests: readonly UncountedRequests[]) => Promise<readonly CountedRequests[]>;
  readonly nowMs?: () => number;
  readonly schedule?: (report: () => void, afterMs: number) => void;
}

interface Window {
  /** The count of all workers when this one last asked. */
  total: number;
  /** Seen here and not yet reported. */
  unreported: number;
  /** How many more this worker may admit by itself. */
  share: number;
  readonly max: number;
  readonly windowMs: number;
  endsMs: number;
  waiting: ((error: Error | null, counted?: { current: number; ttl: number }) => void)[];
}

export function createSharedRequestCounts({
  workers,
  count,
  nowMs = () => performance.now(),
  schedule = (report, afterMs) => void setTimeout(report, afterMs).unref(),
}: SharedRequestCountsDeps): CountRequest {
  const windows = new Map<string, Window>();
  let unreported = new Map<Window, string>();
  let isScheduled = false;
  let isAsking = false;

  const shareOf = (max: number, total: number): number =>
    Math.max(0, Math.floor(((max - total) * maxExcess) / workers));

  const open = (key: string, windowMs: number, max: number, now: number): Window => {
    windows.delete(key);
    deleteEnded(windows, now, maxKeys - 1);
    const endsMs = now + windowMs;
    const window = { total: 0, unreported: 0, share: shareOf(max, 0), max, windowMs, endsMs, waiting: [] };
    windows.set(key, window);
    return window;
  };

  const report = async (): Promise<void> => {
    const reported = [...unreported].map(([window, key]) => {
      const { unreported: requests, waiting } = window;
      window.unreported = 0;
      window.waiting = [];
      return { key, window, requests, waiting };
    });
    unreported = new Map();
    if (reported.length === 0) return;
    try {
      const counted = await count(reported.map(({ key, window, requests }) => [key, requests, window.windowMs]));
      const now = nowMs();
      for (const [at, { window, waiting }] of reported.entries()) {
        const [total, leftMs] = counted[at] ?? [0, 0];
        window.total = total;
        window.endsMs = now + leftMs;
        window.share = Math.max(0, shareOf(window.max, total) - window.unreported);
        // The requests that waited are the last of those counted now.
        for (const [nth, callback] of waiting.entries())
          callback(null, { current: total - waiting.length + nth + 1, ttl: leftMs });
      }
    } catch (error) {
      const now = nowMs();
      for (const { key, window, requests, waiting } of reported) {
        for (const callback of waiting) callback(error as Error);
        if (window.endsMs <= now) continue;
        window.unreported += requests;
        unreported.set(window, key);
      }
    }
  };

  const reportLater = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    schedule(() => {
      isScheduled = false;
      void report();
    }, reportMs);
  };
  const reportNow = (): void => {
    if (isAsking) return;
    isAsking = true;
    // One message for all requests of this turn of the event loop.
    setImmediate(() => {
      isAsking = false;
      void report();
    });
  };

  return (key, { windowMs, max }, callback) => {
    const now = nowMs();
    const known = windows.get(key);
    const window = known && known.endsMs > now ? known : open(key, windowMs, max, now);
    // The count of a window never falls, so the primary process need not be asked.
    if (window.total >= max) {
      callback(null, { current: window.total + 1, ttl: window.endsMs - now });
      return;
    }
    window.unreported += 1;
    unreported.set(window, key);
    if (window.share > 0) {
      window.share -= 1;
      callback(null, { current: window.total + window.unreported, ttl: window.endsMs - now });
      reportLater();
    } else {
      window.waiting.push(callback);
      reportNow();
    }
  };
}
