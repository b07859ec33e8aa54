/** Runs what has the same key once at a time on this node: whoever comes meanwhile gets the same result. */
export type SingleFlight<Result> = (key: string, run: () => Promise<Result>) => Promise<Result>;

export function createSingleFlight<Result>(): SingleFlight<Result> {
  const running = new Map<string, Promise<Result>>();
  return (key, run) => {
    const known = running.get(key);
    if (known) return known;
    const started = run().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}

/**
 * The same for reading something that changes: whoever comes while a reading is under way may know of what it has missed, and
 * gets the result of one that begins afterwards. However many wait, that is one.
 */
export function createFreshFlight<Result>(): SingleFlight<Result> {
  const running = new Map<string, Promise<Result>>();
  const waiting = new Map<string, Promise<Result>>();
  const start = (key: string, run: () => Promise<Result>): Promise<Result> => {
    const started = run().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
  return (key, run) => {
    const queued = waiting.get(key);
    if (queued) return queued;
    const current = running.get(key);
    if (!current) return start(key, run);
    const next = current
      // Whoever started that one gets its fault.
      .catch(() => undefined)
      .then(() => {
        waiting.delete(key);
        return start(key, run);
      });
    waiting.set(key, next);
    return next;
  };
}
