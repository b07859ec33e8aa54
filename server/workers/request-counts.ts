// The request counts of a node, in its primary process. Every caller and call has a window that starts with the first
// request.

/** Requests that a worker has seen since it last asked. */
export type UncountedRequests = readonly [key: string, requests: number, windowMs: number];

/** The requests in the window, and how long the window lasts. */
export type CountedRequests = readonly [total: number, leftMs: number];

export interface RequestCounts {
  add(requests: UncountedRequests): CountedRequests;
}

/** About 20 MB. More callers in a minute are counted from the start again, the oldest first. */
const defaultMaxKeys = 100_000;

export function createRequestCounts({ maxKeys = defaultMaxKeys, nowMs = () => performance.now() } = {}): RequestCounts {
  const windows = new Map<string, { total: number; readonly endsMs: number }>();
  return {
    add: ([key, requests, windowMs]) => {
      const now = nowMs();
      let window = windows.get(key);
      if (!window || window.endsMs <= now) {
        // A map keeps the order of insertion, so the first windows are those that end first.
        windows.delete(key);
        deleteEnded(windows, now, maxKeys - 1);
        window = { total: 0, endsMs: now + windowMs };
        windows.set(key, window);
      }
      window.total += requests;
      return [window.total, window.endsMs - now];
    },
  };
}

/** Deletes windows from the oldest on while they have ended or there are too many. */
export function deleteEnded(windows: Map<string, { readonly endsMs: number }>, now: number, maxKeys: number): void {
  for (const [key, { endsMs }] of windows) {
    if (endsMs > now && windows.size <= maxKeys) return;
    windows.delete(key);
  }
}
