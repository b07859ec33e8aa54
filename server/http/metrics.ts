// Numbers for Prometheus: requests by call and status, and what the process and the database pool are doing.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';

export interface Metrics {
  readonly contentType: string;
  /** A request was answered. */
  observe(call: string, status: number, seconds: number): void;
  /** A gauge that is read when somebody asks. */
  gauge(name: string, help: string, read: () => number): void;
  text(): Promise<string>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'fxid_requests_total',
    help: 'Answered requests by call and status.',
    labelNames: ['call', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'fxid_request_seconds',
    help: 'Seconds from the request to its answer, by call.',
    labelNames: ['call'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  // Children with their labels are made once per call and status, not per request.
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
    gauge: (name, help, read) => {
      const gauge = new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(read());
        },
      });
      registry.registerMetric(gauge);
    },
    text: () => registry.metrics(),
  };
}
