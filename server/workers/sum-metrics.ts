// The metrics of all processes of a node as one. Counters of workers that have ended are kept: a sum that fell would look
// to Prometheus like a restart, and it would count everything once more.
import { AggregatorRegistry } from '@prometheus-io/client';
import type { MetricSnapshot } from '#server/http/metrics.ts';

export interface MetricsSum {
  /** The result replaces the worker's last snapshot. */
  update(worker: number, snapshot: MetricSnapshot): void;
  /** Called when the worker's process has ended. */
  retire(worker: number): Promise<void>;
  /** @param own the metrics of the primary process */
  text(own: MetricSnapshot): Promise<string>;
}

export function createMetricsSum(): MetricsSum {
  const last = new Map<number, MetricSnapshot>();
  let ended: MetricSnapshot = [];
  return {
    update: (worker, snapshot) => void last.set(worker, snapshot),
    retire: async (worker) => {
      const snapshot = last.get(worker) ?? [];
      last.delete(worker);
      const counters = snapshot.filter(({ type }) => type === 'counter' || type === 'histogram');
      ended = await aggregate([ended, counters]).getMetricsAsJSON();
    },
    text: (own) => {
      // The primary process serves no requests: its event loop would only improve the averages.
      const ofPrimary = own.filter(({ name }) => !name.startsWith('nodejs_'));
      return aggregate([...last.values(), ofPrimary, ended]).metrics();
    },
  };
}

const aggregate = (snapshots: readonly MetricSnapshot[]) =>
  AggregatorRegistry.aggregate(snapshots.map((metrics) => metrics.filter(isAddable).map(showSlowest)));

/** The quantiles of a summary can't be added up. */
const isAddable = ({ type }: MetricSnapshot[number]): boolean => type !== 'summary';

/** An average would hide one worker whose event loop is blocked. */
const showSlowest = (metric: MetricSnapshot[number]): MetricSnapshot[number] =>
  metric.name.startsWith('nodejs_eventloop_lag_') && metric.aggregator === 'average'
    ? { ...metric, aggregator: 'max' }
    : metric;
