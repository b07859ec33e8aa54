// Counters of requests in this process: how many of each caller since his window began.

export interface Counted {
  /** In this window, with the one that is counted now. */
  readonly requests: number;
  readonly leftMs: number;
}

export interface RequestCounts {
  /** Counts one more; undefined where nobody can count at the moment. */
  add(caller: string, done: (counted: Counted | undefined) => void): void;
}

/** Counters of their own for whatever has a name of its own. */
export type CreateCounts = (name: string, windowMs: number) => RequestCounts;

/** @param mostCallers whoever is not among the last ones begins anew: memory has an end */
export function createOwnCounts(nowMs = () => performance.now(), mostCallers = 20_000): CreateCounts {
  return (_, windowMs) => {
    // In the order in which their windows began, and so end: those in front are the first to be forgotten.
    const windows = new Map<string, { requests: number; readonly endsMs: number }>();
    return {
      add: (caller, done) => {
        const now = nowMs();
        const known = windows.get(caller);
        if (known && known.endsMs > now) {
          known.requests += 1;
          done({ requests: known.requests, leftMs: known.endsMs - now });
          return;
        }
        windows.delete(caller);
        windows.set(caller, { requests: 1, endsMs: now + windowMs });
        if (windows.size > mostCallers) windows.delete(windows.keys().next().value ?? '');
        done({ requests: 1, leftMs: windowMs });
      },
    };
  };
}
