/** Runs what has the same key once at a time on this node: whoever comes meanwhile gets the same result. */
export type SingleFlight<Result> = <Values extends readonly unknown[]>(
  key: string,
  run: (...values: Values) => Promise<Result>,
  ...values: Values
) => Promise<Result>;

export function createSingleFlight<Result>(): SingleFlight<Result> {
  const running = new Map<string, Promise<Result>>();
  return (key, run, ...values) => running.get(key) ?? start(running, key, async () => run(...values));
}

/**
 * The same for reading something that changes: whoever comes while a reading is under way may know of what it has missed, and
 * gets the result of one that begins afterwards. However many wait, that is one.
 */
export function createFreshFlight<Result>(): SingleFlight<Result> {
  const running = new Map<string, Promise<Result>>();
  const waiting = new Map<string, Promise<Result>>();
  return (key, run, ...values) => {
    const queued = waiting.get(key);
    if (queued) return queued;
    const current = running.get(key);
    if (!current) return start(running, key, async () => run(...values));
    const next = current
      // Whoever started that one gets its fault.
      .catch(() => undefined)
      .then(() => {
        waiting.delete(key);
        return start(running, key, async () => run(...values));
      });
    waiting.set(key, next);
    return next;
  };
}

function start<Result>(
  running: Map<string, Promise<Result>>,
  key: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const started = runToEnd(running, key, run);
  running.set(key, started);
  return started;
}

async function runToEnd<Result>(
  running: Map<string, Promise<Result>>,
  key: string,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } finally {
    running.delete(key);
  }
}
