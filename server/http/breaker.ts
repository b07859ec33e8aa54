// Stands between us and a service that we can do without. After one failure it is left alone for a while and whoever wants it is
// refused at once; then one caller tries, and only when that works do all of them again. So a service that hangs costs one caller
// a short wait every few seconds, and not every caller a long one.

export interface BreakerOptions {
  /** How long one answer is waited for. */
  readonly timeoutMs: number;
  /** How long the service is left alone after a failure. */
  readonly restMs: number;
  readonly nowMs?: () => number;
  /** Told when it changes: with the fault when the service is given up, without when it is back. */
  readonly onChange?: (fault?: unknown) => void;
}

export interface Breaker {
  /** What `ask` resolves to, in time; otherwise it throws, without asking while the service is left alone. */
  run<Result>(ask: () => Promise<Result>): Promise<Result>;
}

export class LeftAlone extends Error {
  constructor() {
    super('The service failed a moment ago and is left alone for a while.');
    this.name = 'LeftAlone';
  }
}

export function createBreaker({
  timeoutMs,
  restMs,
  nowMs = () => performance.now(),
  onChange,
}: BreakerOptions): Breaker {
  let failedMs: number | undefined;
  let isTrying = false;
  return {
    run: async (ask) => {
      const isTry = failedMs !== undefined;
      if (failedMs !== undefined && (isTrying || nowMs() - failedMs < restMs)) throw new LeftAlone();
      isTrying = isTry;
      try {
        const result = await inTime(ask(), timeoutMs);
        // A late answer of a call from before the failure is no sign of life.
        if (isTry) {
          failedMs = undefined;
          onChange?.();
        }
        return result;
      } catch (error) {
        const isNew = failedMs === undefined;
        failedMs = nowMs();
        if (isNew) onChange?.(error);
        throw error;
      } finally {
        if (isTry) isTrying = false;
      }
    },
  };
}

function inTime<Result>(answer: Promise<Result>, timeoutMs: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    // After the next look at the network: when it was we who were busy, the answer is there already.
    const late = (): void => void setImmediate(() => reject(new Error(`No answer within ${timeoutMs} ms.`)));
    const timer = setTimeout(late, timeoutMs);
    void answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
