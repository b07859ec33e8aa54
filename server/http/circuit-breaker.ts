// A circuit breaker for a service that we can do without. After one failure, calls fail at once for a while; then one
// caller tries again, and only its success opens the service to all. A service that hangs costs one caller a short wait
// every few seconds.

export interface CircuitBreakerOptions {
  readonly timeoutMs: number;
  readonly restMs: number;
  readonly nowMs?: () => number;
  /** Called on a change: with the error when the service fails, without one when it is back. */
  readonly onChange?: (fault?: unknown) => void;
}

export interface CircuitBreaker {
  /**
   * Resolves with the result of `ask` if it comes in time; otherwise throws. While the breaker is open it throws
   * without calling `ask`.
   */
  run<Result>(ask: () => Promise<Result>): Promise<Result>;
}

export class CircuitOpenError extends Error {
  constructor() {
    super('The service failed a moment ago and is left alone for a while.');
    this.name = 'BreakerOpen';
  }
}

export function createCircuitBreaker({
  timeoutMs,
  restMs,
  nowMs = () => performance.now(),
  onChange,
}: CircuitBreakerOptions): CircuitBreaker {
  let failedMs: number | undefined;
  let isTrying = false;
  return {
    run: async (ask) => {
      const isTry = failedMs !== undefined;
      if (failedMs !== undefined && (isTrying || nowMs() - failedMs < restMs)) throw new CircuitOpenError();
      isTrying = isTry;
      try {
        const result = await inTime(ask(), timeoutMs);
        // A late reply to a call made before the failure does not close the breaker.
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
    // `setImmediate` lets pending network events run first: if this process was busy, the reply may already be there.
    const late = (): void => void setImmediate(() => reject(new Error(`No answer within ${timeoutMs} ms.`)));
    const timer = setTimeout(late, timeoutMs);
    void answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
