// Prometheus metrics. Counters are counted where things happen; gauges are read on scrape. Label values come from short
// lists of our own, never from ids or input.
import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type Aggregator,
  type MetricObjectWithValues,
  type MetricValue,
} from '@prometheus-io/client';

const counterTable = {
  fxid_problems_total: { help: 'Refused and failed requests by call and problem code.', labels: ['call', 'code'] },
  fxid_sign_ins_total: { help: 'Sign-ins by way and outcome: ok, or the reason.', labels: ['way', 'outcome'] },
  fxid_mails_total: { help: 'Mails: sent, refused, failed, or dropped as too late.', labels: ['outcome'] },
  fxid_deliveries_total: {
    help: 'Deliveries sent to games: taken, refused, failing, unreachable.',
    labels: ['outcome'],
  },
  fxid_provider_calls_total: {
    help: 'Requests to vendors: ok, refused, failing, unreachable, forbidden.',
    labels: ['provider', 'outcome'],
  },
  fxid_payments_opened_total: {
    help: 'Payments asked for at providers: opened, refused, failed.',
    labels: ['provider', 'outcome'],
  },
  fxid_providers_skipped_total: {
    help: 'Payments that went to another provider because this one was failing.',
    labels: ['provider'],
  },
  fxid_cache_reads_total: {
    help: 'Reads of cached rows: from memory (hit), from the database (miss), from memory because it is down (outage).',
    labels: ['cache', 'outcome'],
  },
  fxid_bridge_errors_total: {
    help: "Games' calls over the bridge that were answered with an error, as pages report them.",
    labels: ['game', 'method', 'code'],
  },
  fxid_games_cache_reads_total: {
    help: "Files of the object store that were needed: from the node's disk (hit), downloaded (miss), not available (failed).",
    labels: ['outcome'],
  },
  fxid_games_cache_downloaded_bytes_total: { help: "Bytes downloaded to the node's disk.", labels: [] },
  fxid_games_cache_removed_bytes_total: { help: "Bytes removed from the node's disk to make room.", labels: [] },
  fxid_object_store_calls_total: {
    help: 'Calls to the object store: ok, missing, refused, failing, unreachable.',
    labels: ['method', 'outcome'],
  },
  fxid_trace_spans_total: {
    help: 'Spans of traces: sent, failed (the collector did not take them), dropped (too many waited).',
    labels: ['outcome'],
  },
  fxid_worker_restarts_total: { help: 'Workers that ended unexpectedly and were replaced.', labels: [] },
} as const satisfies Table;

const gaugeTable = {
  fxid_build_info: { help: '1, with the build and the node that answers.', labels: ['build', 'node'] },
  fxid_jobs: { help: 'Unfinished jobs by job and state.', labels: ['job', 'state'] },
  fxid_jobs_oldest_seconds: { help: 'How long the oldest has been in that state.', labels: ['job', 'state'] },
  fxid_deliveries: { help: 'Deliveries that wait (pending) or were given up (dead).', labels: ['state'] },
  fxid_deliveries_oldest_seconds: { help: 'How long the oldest of them has been due.', labels: ['state'] },
  fxid_providers_failing: {
    help: 'Accounts at payment providers that open no payments, as this node knows, and are passed over.',
    labels: ['provider'],
    // Each worker knows it by itself.
    aggregator: 'max',
  },
  fxid_pool_connections: { help: 'Connections of this node to the database by state.', labels: ['state'] },
  fxid_pool_waiting: { help: 'What waits for a connection to the database.', labels: [] },
  fxid_presence_connections: { help: 'Pages that this node tells of their friends at once.', labels: [] },
  fxid_backup_age_seconds: {
    help: 'How old the last scheduled backup is, by kind: database, games.',
    labels: ['kind'],
  },
  fxid_analytics_waiting: { help: 'Analytics events that are not in ClickHouse yet.', labels: [] },
  fxid_analytics_waiting_limit: { help: 'From how many waiting events on none are accepted.', labels: [] },
  fxid_analytics_oldest_seconds: { help: 'How long the first of them has waited.', labels: [] },
  fxid_database_up: { help: '1 if the database answered the questions behind these numbers.', labels: [] },
  fxid_clock_difference_seconds: {
    help: "How far this machine's clock is ahead of the database's.",
    labels: [],
  },
  fxid_replica_up: {
    help: '1 if the replica is used, 0 if it is behind or away; absent without DATABASE_READ_URL.',
    labels: [],
  },
  fxid_redis_up: { help: '1 if Redis answers; absent without REDIS_URL.', labels: [] },
  fxid_redis_seconds: { help: 'How long Redis took to answer.', labels: [] },
  fxid_games_cache_bytes: {
    help: 'Copies from the object store on the disk of this node, when last measured.',
    labels: [],
    // All workers use the same folder.
    aggregator: 'max',
  },
  fxid_games_cache_max_bytes: { help: 'How large they may be together.', labels: [], aggregator: 'max' },
  fxid_object_store_up: { help: '1 if the object store answers; absent without GAMES_STORE.', labels: [] },
  fxid_workers: { help: 'Worker processes: running, wanted. Absent with one process.', labels: ['state'] },
} as const satisfies Table;

type Table = Readonly<
  Record<string, { readonly help: string; readonly labels: readonly string[]; readonly aggregator?: Aggregator }>
>;
type CounterName = keyof typeof counterTable;
type GaugeName = keyof typeof gaugeTable;
type LabelsOf<Entry extends { readonly labels: readonly string[] }> = Readonly<Record<Entry['labels'][number], string>>;

export type IncrementCounter = <Name extends CounterName>(
  name: Name,
  labels: LabelsOf<(typeof counterTable)[Name]>,
  by?: number,
) => void;
export type SetGauge = <Name extends GaugeName>(
  name: Name,
  labels: LabelsOf<(typeof gaugeTable)[Name]>,
  value: number,
) => void;

/** The metrics of one process, to be summed with those of others. */
export type MetricSnapshot = readonly MetricObjectWithValues<MetricValue<string>>[];

export interface CollectOptions {
  /** The gauge is the same in every worker of the node, so that only one of them reads it. */
  readonly isShared?: boolean;
}

export interface Metrics {
  readonly contentType: string;
  observe(call: string, status: number, seconds: number): void;
  observeStoreCall(method: string, outcome: string, seconds: number): void;
  readonly count: IncrementCounter;
  /** Called on every scrape, with a time limit. Gauges that it doesn't set are left out. */
  collect(read: (set: SetGauge) => void | Promise<void>, options?: CollectOptions): void;
  text(): Promise<string>;
  takeSnapshot(options: { readonly withShared: boolean }): Promise<MetricSnapshot>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const ofProcess = readProcess();
  const requests = new Counter({
    name: 'fxid_requests_total',
    help: 'Answered requests by call and status.',
    labelNames: ['call', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'fxid_request_seconds',
    help: 'Seconds from the request to its answer, by call.',
    labelNames: ['call'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const storeDurations = new Histogram({
    name: 'fxid_object_store_seconds',
    help: 'Seconds until the object store answered, by method.',
    labelNames: ['method'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
    registers,
  });
  const counters = new Map(
    Object.entries(counterTable).map(([name, { help, labels }]) => [
      name,
      new Counter({ name, help, labelNames: [...labels], registers }),
    ]),
  );
  const gauges = new Map(
    Object.entries<Table[string]>(gaugeTable).map(([name, { help, labels, aggregator }]) => [
      name,
      new Gauge<string>({ name, help, labelNames: [...labels], registers, ...(aggregator && { aggregator }) }),
    ]),
  );
  const set: SetGauge = (name, labels, value) => gauges.get(name)?.set(labels, value);
  const collectors: { readonly read: (set: SetGauge) => void | Promise<void>; readonly isShared: boolean }[] = [];
  let reading: Promise<unknown> = Promise.resolve();
  /** One after the other, because each resets the gauges. */
  const readInTurn = <Result>(withShared: boolean, read: () => Promise<Result>): Promise<Result> => {
    const result = reading.then(async () => {
      // Without the reset, a removed job queue would keep its last value forever.
      for (const gauge of gauges.values()) gauge.reset();
      await Promise.all(collectors.map(async (each) => (withShared || !each.isShared) && each.read(set)));
      return read();
    });
    reading = result.catch(() => undefined);
    return result;
  };
  let text: Promise<string> | undefined;
  // Labelled children are created once per call and status, not per request.
  const observers = new Map<string, (seconds: number) => void>();
  return {
    contentType: registry.contentType,
    observe: (call, status, seconds) => {
      const key = `${call} ${status}`;
      let observer = observers.get(key);
      if (!observer) {
        const count = requests.labels({ call, status: String(status) });
        const duration = durations.labels({ call });
        observer = (value) => {
          count.inc();
          duration.observe(value);
        };
        observers.set(key, observer);
      }
      observer(seconds);
    },
    observeStoreCall: (method, outcome, seconds) => {
      counters.get('fxid_object_store_calls_total')?.inc({ method, outcome });
      storeDurations.observe({ method }, seconds);
    },
    count: (name, labels, by = 1) => counters.get(name)?.inc(labels, by),
    collect: (read, { isShared = false } = {}) => void collectors.push({ read, isShared }),
    // Concurrent scrapes share one result.
    text: () => {
      text ??= readInTurn(true, async () => `${await registry.metrics()}\n${await ofProcess.metrics()}`).finally(
        () => (text = undefined),
      );
      return text;
    },
    takeSnapshot: ({ withShared }) =>
      readInTurn(withShared, async () => [
        ...(await registry.getMetricsAsJSON()),
        ...(await ofProcess.getMetricsAsJSON()),
      ]),
  };
}

let processRegistry: Registry | undefined;

/** Node's default metrics, once per process: they are sampled ten times a second and can't be stopped. */
function readProcess(): Registry {
  if (!processRegistry) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry;
}
