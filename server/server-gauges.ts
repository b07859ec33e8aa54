// Gauges that are read when metrics are scraped: the build, the node's connections, and queues in the database.
import { sql } from 'kysely';
import type { Redis } from 'ioredis';
import type { BuildStore } from './build-store/build-store.ts';
import type { Config } from './config.ts';
import type { DatabaseClock } from './db/database-clock.ts';
import type { Database } from './db/database.ts';
import { readBackupStates } from './db/scheduled-backups.ts';
import type { Log } from './db/log.ts';
import { maxReplicaAgeMs, type ReplicaReads } from './db/replica-reads.ts';
import { readOutboxBacklog } from './features/analytics/event-outbox.ts';
import type { Metrics, SetGauge } from './http/metrics.ts';
import { countJobs } from './jobs/read-jobs.ts';
import { withTimeout } from './with-timeout.ts';

export interface GaugeDeps {
  readonly config: Pick<Config, 'build' | 'nodeName' | 'scheduledBackups' | 'analyticsStore' | 'analyticsMaxWaiting'>;
  readonly database: Database;
  readonly redis: Pick<Redis, 'ping'> | undefined;
  readonly buildStore?: { readonly store: Pick<BuildStore, 'probe'> } | undefined;
  readonly clock: Pick<DatabaseClock, 'differenceMs'>;
  readonly log: Log;
}

export function registerServerGauges(metrics: Pick<Metrics, 'collect'>, deps: GaugeDeps): void {
  const { config, database, redis, buildStore, clock, log } = deps;
  metrics.collect((set) => {
    const { used, idle, waiting } = database.pool();
    set('fxid_pool_connections', { state: 'used' }, used);
    set('fxid_pool_connections', { state: 'idle' }, idle);
    set('fxid_pool_waiting', {}, waiting);
  });
  const collectShared: Metrics['collect'] = (read) => metrics.collect(read, { isShared: true });
  collectShared((set) => {
    set('fxid_build_info', { build: config.build, node: config.nodeName }, 1);
    set('fxid_clock_difference_seconds', {}, clock.differenceMs() / 1000);
  });
  collectShared(async (set) => {
    try {
      // Sequential, so that a scrape uses one database connection.
      await setJobs(database, set);
      await setDeliveries(database, set);
      if (config.analyticsStore) await setAnalyticsBacklog(database, config.analyticsMaxWaiting, set);
      if (config.scheduledBackups)
        for (const { kind, ageSeconds } of await readBackupStates(database))
          set('fxid_backup_age_seconds', { kind }, ageSeconds);
      set('fxid_database_up', {}, 1);
    } catch (error) {
      log.warn({ err: error }, 'Reading metrics from the database failed.');
      set('fxid_database_up', {}, 0);
    }
  });
  if (redis) collectShared((set) => setRedis(redis, log, set));
  if (buildStore) collectShared((set) => setBuildStore(buildStore.store, log, set));
}

export function registerReplicaGauge(metrics: Pick<Metrics, 'collect'>, { ageMs }: Pick<ReplicaReads, 'ageMs'>): void {
  const isUp = (): boolean => (ageMs() ?? Infinity) <= maxReplicaAgeMs;
  metrics.collect((set) => set('fxid_replica_up', {}, isUp() ? 1 : 0), { isShared: true });
}

async function setJobs({ kysely }: Database, set: SetGauge): Promise<void> {
  for (const { job, state, count, oldestSeconds } of await countJobs(kysely)) {
    set('fxid_jobs', { job, state }, count);
    if (state !== 'scheduled') set('fxid_jobs_oldest_seconds', { job, state }, oldestSeconds);
  }
}

async function setDeliveries({ kysely }: Database, set: SetGauge): Promise<void> {
  // Pending deliveries count only if they are sent to a webhook; otherwise the game or its page fetches them itself.
  const { rows } = await sql<{ state: string; count: number; seconds: number }>`
    select state, count(*)::int as count, greatest(extract(epoch from now() - min(created_at)), 0)::float8 as seconds
    from deliveries
    where (state = 'dead' or (state = 'pending' and game in (select game from webhook_endpoints)))
      and game not in (select game from games where config ->> 'PurchasesIn' = 'Page')
    group by state`.execute(kysely);
  for (const { state, count, seconds } of rows) {
    set('fxid_deliveries', { state }, count);
    set('fxid_deliveries_oldest_seconds', { state }, seconds);
  }
}

async function setAnalyticsBacklog(database: Database, maxWaiting: number, set: SetGauge): Promise<void> {
  const { events, oldestSeconds } = await readOutboxBacklog(database);
  set('fxid_analytics_waiting', {}, events);
  set('fxid_analytics_waiting_limit', {}, maxWaiting);
  set('fxid_analytics_oldest_seconds', {}, oldestSeconds);
}

async function setRedis(redis: Pick<Redis, 'ping'>, log: Log, set: SetGauge): Promise<void> {
  const before = performance.now();
  try {
    await redis.ping();
    set('fxid_redis_up', {}, 1);
    set('fxid_redis_seconds', {}, (performance.now() - before) / 1000);
  } catch (error) {
    log.warn({ err: error }, 'Reading metrics from Redis failed.');
    set('fxid_redis_up', {}, 0);
  }
}

const storeTimeoutMs = 2000;

async function setBuildStore(store: Pick<BuildStore, 'probe'>, log: Log, set: SetGauge): Promise<void> {
  try {
    await withTimeout(store.probe(), storeTimeoutMs, () => new Error(`No answer within ${storeTimeoutMs} ms.`));
    set('fxid_object_store_up', {}, 1);
  } catch (error) {
    log.warn({ err: error }, 'The object store did not answer.');
    set('fxid_object_store_up', {}, 0);
  }
}
