/** Runs calls with the same key once at a time on this node: concurrent callers share the result. */
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
 * The same for reading changing data: a call during a run waits for the next run, which sees changes that the current
 * one may have missed. All waiting calls share it.
 */
export function createFreshSingleFlight<Result>(): SingleFlight<Result> {
  const running = new Map<string, Promise<Result>>();
  const waiting = new Map<string, Promise<Result>>();
  return (key, run, ...values) => {
    const queued = waiting.get(key);
    if (queued) return queued;
    const current = running.get(key);
    if (!current) return start(running, key, async () => run(...values));
    const next = current
      // The caller that started that run gets its error.
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
