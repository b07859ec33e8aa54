// The services that features are built on. `start-server.ts` opens them in production, `testing/create-test-app.ts` in
// tests.
import type { Config } from './config.ts';
import type { DatabaseClock } from './db/database-clock.ts';
import type { Database } from './db/database.ts';
import type { NodeSignals } from './db/node-signals.ts';
import type { ReplicaReads } from './db/replica-reads.ts';
import type { Log } from './http/log.ts';
import type { Metrics } from './http/metrics.ts';
import type { SafeFetch } from './http/safe-fetch.ts';
import type { JobQueue } from './jobs/jobs.ts';
import type { Sealer } from './secrets/sealer.ts';
import type { Tracing } from './tracing/tracing.ts';

export interface Infrastructure {
  readonly config: Config;
  readonly log: Log;
  readonly database: Database;
  readonly replicaReads: ReplicaReads;
  readonly signals: NodeSignals;
  readonly sealer: Sealer;
  readonly clock: Pick<DatabaseClock, 'read' | 'differenceMs'>;
  readonly now: () => Date;
  readonly random: () => number;
  readonly metrics: Metrics;
  /** Outgoing requests. In the lab they may also reach this machine, where the simulators are. */
  readonly fetch: SafeFetch;
  readonly jobs: JobQueue;
  /** Absent: nothing is traced. */
  readonly tracing?: Tracing | undefined;
}
