// Keeps the wanted number of workers running. One that ends unexpectedly is replaced, after growing pauses if it keeps
// happening. If it doesn't stop happening, the supervisor gives up, so that a service manager and an operator notice.
import type { Log } from '#server/http/log.ts';

export interface WorkerProcess {
  readonly pid: number | undefined;
  /** Resolves when the worker serves requests. */
  readonly ready: Promise<void>;
  readonly exited: Promise<WorkerExit>;
  stop(): void;
}

export interface WorkerExit {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface SupervisorDeps {
  readonly workers: number;
  /** @param number from 1 */
  readonly fork: (number: number) => WorkerProcess;
  readonly log: Log;
  readonly onReplace?: () => void;
  readonly nowMs?: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface WorkerSupervisor {
  /** Resolves when all workers have been ready once; rejects if one ends before. */
  readonly started: Promise<void>;
  /** Rejects if workers keep ending. Never resolves. */
  readonly failed: Promise<never>;
  running(): number;
  /** Resolves when all workers have ended. */
  stop(): Promise<void>;
}

/** A worker that has run for so long has started well; its earlier failures no longer count. */
const steadyMs = 60_000;
const firstPauseMs = 100;
const maxPauseMs = 10_000;
export const maxFailures = 8;

export function superviseWorkers(deps: SupervisorDeps): WorkerSupervisor {
  const { workers, fork, log, onReplace, sleep, nowMs = () => performance.now() } = deps;
  const current = new Map<number, WorkerProcess>();
  const ready = new Set<number>();
  const stopping = new AbortController();
  const started = Promise.withResolvers<void>();
  const failed = Promise.withResolvers<never>();
  // The caller waits for one of them at a time.
  started.promise.catch(() => undefined);
  failed.promise.catch(() => undefined);
  let hasStarted = false;

  /** Runs one process to its end. `readyMs` is undefined if it never served. */
  async function runOnce(
    number: number,
  ): Promise<WorkerExit & { pid: number | undefined; readyMs: number | undefined }> {
    const worker = fork(number);
    const { pid } = worker;
    current.set(number, worker);
    let readyMs: number | undefined;
    void noteReady();
    const exit = await worker.exited;
    current.delete(number);
    ready.delete(number);
    return { ...exit, pid, readyMs };

    async function noteReady(): Promise<void> {
      await worker.ready;
      readyMs = nowMs();
      ready.add(number);
      log.info({ worker: number, pid }, 'A worker is ready.');
      if (ready.size < workers) return;
      hasStarted = true;
      started.resolve();
    }
  }

  async function keepRunning(number: number): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      const { code, signal, pid, readyMs } = await runOnce(number);
      if (stopping.signal.aborted) return;
      const how = signal === null ? `with code ${code}` : `by ${signal}`;
      if (!hasStarted) {
        started.reject(new Error(`Worker ${number} ended ${how} before it was ready. Its own message is above.`));
        return;
      }
      if (readyMs !== undefined && nowMs() - readyMs >= steadyMs) failures = 0;
      failures += 1;
      onReplace?.();
      log.error({ worker: number, pid, failures }, `A worker ended ${how} and is replaced.`);
      // While others serve, one that can't start is only retried: the database may be away.
      const isOnlyStarting = readyMs === undefined && ready.size > 0;
      if (failures >= maxFailures && !isOnlyStarting) {
        failed.reject(
          new Error(
            `Worker ${number} ended ${failures} times in a row, most recently ${how}. The log has the reasons.`,
          ),
        );
        return;
      }
      await sleep(Math.min(firstPauseMs * 2 ** (failures - 1), maxPauseMs), stopping.signal);
    }
  }

  const all = Array.from({ length: workers }, (_, at) => keepRunning(at + 1));
  return {
    started: started.promise,
    failed: failed.promise,
    running: () => ready.size,
    stop: async () => {
      stopping.abort();
      for (const worker of current.values()) worker.stop();
      await Promise.all(all);
    },
  };
}
