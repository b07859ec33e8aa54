// What the primary process and its workers call on each other.
import type { MetricSnapshot } from '#server/http/metrics.ts';
import type { CountedRequests, UncountedRequests } from './request-counts.ts';

export interface WorkerRole {
  /** From 1. A replacement has the number of the worker that it replaces. */
  readonly number: number;
  readonly workers: number;
}

/** The worker with this number also does what a node does once: jobs, deliveries, backups. */
export const backgroundWorker = 1;

export interface NodeState {
  readonly runningWorkers: number;
  readonly wantedWorkers: number;
  readonly areJobsWorking: boolean;
}

/** The calls of the primary process. */
export interface PrimaryCalls {
  start(): WorkerRole;
  ready(): void;
  countRequests(requests: readonly UncountedRequests[]): readonly CountedRequests[];
  readMetrics(): string;
  readNodeState(): NodeState;
}

/** The calls of a worker. */
export interface WorkerCalls {
  stop(): void;
  /** Shared gauges are the same in every worker, so only one of them reads them. */
  collectMetrics(options: { readonly withShared: boolean }): MetricSnapshot;
  areJobsWorking(): boolean;
}
