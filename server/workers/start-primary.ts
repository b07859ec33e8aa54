// The primary process of a node with several workers. It opens the embedded database, applies migrations, starts and
// replaces workers, and keeps what they share: request counts and the sum of their metrics. It serves no requests.
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import { runCleanup, type CleanupSteps } from '#server/cleanup.ts';
import type { Config } from '#server/config.ts';
import { requireFreePort } from '#server/http/listen.ts';
import type { Log } from '#server/http/log.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { listListeners } from '#server/listeners.ts';
import { migrateNode } from '#server/open-migrated-database.ts';
import { openMessageLink, type MessageLink } from './message-link.ts';
import { createRequestCounts } from './request-counts.ts';
import { createMetricsSum } from './sum-metrics.ts';
import { superviseWorkers, type WorkerExit, type WorkerProcess } from './supervise-workers.ts';
import { backgroundWorker, type PrimaryCalls, type WorkerCalls } from './worker-calls.ts';

export interface PrimaryOptions {
  readonly config: Config;
  readonly log: Log;
  readonly ownNow: () => Date;
  readonly step: (text: string) => void;
}

export interface RunningPrimary {
  /** Rejects if workers keep ending. */
  readonly failed: Promise<never>;
  stop(): Promise<void>;
}

export async function startPrimary(options: PrimaryOptions): Promise<RunningPrimary> {
  const { config, log, step } = options;
  const undo: CleanupSteps = [];
  const stop = (): Promise<void> => runCleanup(undo);
  try {
    for (const each of listListeners(config)) await requireFreePort(each);
    await migrateNode(options, undo);
    step(`Starting ${config.workers} workers`);
    const supervisor = startWorkers(config.workers, log);
    undo.push(() => supervisor.stop());
    await supervisor.started;
    return { failed: supervisor.failed, stop };
  } catch (error) {
    await stop().catch((fault: unknown) => log.error({ err: fault }, 'Cleaning up after a failed start failed.'));
    throw error;
  }
}

function startWorkers(workers: number, log: Log) {
  const links = new Map<number, MessageLink<WorkerCalls>>();
  const counts = createRequestCounts();
  const sum = createMetricsSum();
  const metrics = createMetrics();
  metrics.collect((set) => {
    set('fxid_workers', { state: 'running' }, supervisor.running());
    set('fxid_workers', { state: 'wanted' }, workers);
  });

  const readMetrics = async (asking: number): Promise<string> => {
    const own = metrics.takeSnapshot({ withShared: true });
    await Promise.all(
      [...links].map(async ([number, link]) => {
        try {
          sum.update(number, await link.call('collectMetrics', { withShared: number === asking }));
        } catch (error) {
          // Its last values stay in the sum.
          log.warn({ err: error, worker: number }, 'A worker did not report its metrics.');
        }
      }),
    );
    return sum.text(await own);
  };

  const fork = (number: number): WorkerProcess => {
    const worker = cluster.fork();
    const ready = Promise.withResolvers<void>();
    const link = openMessageLink<WorkerCalls, PrimaryCalls>(worker, {
      start: () => ({ number, workers }),
      ready: () => {
        links.set(number, link);
        ready.resolve();
      },
      countRequests: (requests) => requests.map((each) => counts.add(each)),
      readMetrics: () => readMetrics(number),
      readNodeState: async () => ({
        runningWorkers: supervisor.running(),
        wantedWorkers: workers,
        areJobsWorking:
          (await links
            .get(backgroundWorker)
            ?.call('areJobsWorking')
            .catch(() => false)) ?? false,
      }),
    });
    const exited = waitForExit(worker).then(async (exit) => {
      links.delete(number);
      await sum.retire(number);
      return exit;
    });
    const stop = (): void => {
      // A worker that has just ended doesn't answer; its exit counts.
      link.call('stop').catch((error: unknown) => log.debug({ err: error, worker: number }, 'No answer to the stop.'));
    };
    return { pid: worker.process.pid, ready: ready.promise, exited, stop };
  };
  const supervisor = superviseWorkers({
    workers,
    fork,
    log,
    onReplace: () => metrics.count('fxid_worker_restarts_total', {}),
    sleep: (ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined),
  });
  return supervisor;
}

function waitForExit(worker: Worker): Promise<WorkerExit> {
  const { promise, resolve } = Promise.withResolvers<WorkerExit>();
  worker.once('exit', (code: number | null, signal: string | null) => resolve({ code, signal }));
  // A process that can't be started counts as ended.
  worker.on('error', () => {
    if (worker.process.pid === undefined) resolve({ code: null, signal: null });
  });
  return promise;
}
