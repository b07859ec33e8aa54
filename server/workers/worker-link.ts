// A worker's connection to the primary process: its part of the node's work, and what the workers share.
import process from 'node:process';
import { createCircuitBreaker } from '#server/http/circuit-breaker.ts';
import type { MetricSnapshot } from '#server/http/metrics.ts';
import type { CountRequest } from '#server/http/rate-limit-store.ts';
import { openMessageLink, type MessageChannelEnd } from './message-link.ts';
import { createSharedRequestCounts } from './shared-request-counts.ts';
import type { NodeState, PrimaryCalls, WorkerCalls, WorkerRole } from './worker-calls.ts';

export interface WorkerLink {
  readonly role: WorkerRole;
  /** Counts a request for all workers. */
  readonly countRequest: CountRequest;
  /** Resolves when the primary process stops the node. */
  readonly stopped: Promise<void>;
  readMetrics(): Promise<string>;
  readNodeState(): Promise<NodeState>;
  /** What the primary process asks this worker for. */
  offer(offered: WorkerOffer): void;
  reportReady(): Promise<void>;
}

export interface WorkerOffer {
  readonly takeSnapshot: (options: { readonly withShared: boolean }) => Promise<MetricSnapshot>;
  readonly areJobsWorking: () => boolean;
}

export async function openWorkerLink(channel = ownChannel): Promise<WorkerLink> {
  const stopped = Promise.withResolvers<void>();
  let offered: WorkerOffer | undefined;
  const link = openMessageLink<PrimaryCalls, WorkerCalls>(
    channel,
    {
      stop: () => stopped.resolve(),
      collectMetrics: async (options) => (await offered?.takeSnapshot(options)) ?? [],
      areJobsWorking: () => offered?.areJobsWorking() ?? false,
    },
    { timeoutMs: 10_000 },
  );
  const role = await link.call('start');
  // Requests pass uncounted instead of waiting for a primary process that hangs.
  const breaker = createCircuitBreaker({ timeoutMs: 250, restMs: 5000 });
  return {
    role,
    countRequest: createSharedRequestCounts({
      workers: role.workers,
      count: (requests) => breaker.run(() => link.call('countRequests', requests)),
    }),
    stopped: stopped.promise,
    readMetrics: () => link.call('readMetrics'),
    readNodeState: () => link.call('readNodeState'),
    offer: (given) => {
      offered = given;
    },
    reportReady: () => link.call('ready'),
  };
}

const ownChannel: MessageChannelEnd = {
  // Only a process that the primary one has started has a channel.
  send: (message, callback) => process.send?.(message, undefined, undefined, callback),
  on: (event, listener) => process.on(event, listener),
};
