// A bounded cache of rows by key. Triggers signal the key of each row that changes. While signals are interrupted every
// read asks the database. While the database is down, rows that were true until then are served for a minute. Concurrent
// readers of a row share one statement.
import { LRUCache } from 'lru-cache';
import type { IncrementCounter } from '#server/http/metrics.ts';
import { isDatabaseUnavailable } from './is-database-unavailable.ts';
import type { NodeSignals } from './node-signals.ts';
import { maxOutageMs, type OutageMemory } from './outage-memory.ts';
import type { WaitForOwnWrites } from './own-writes.ts';

export interface ReadCacheDeps {
  readonly signals: Pick<NodeSignals, 'on' | 'onLost' | 'connected'>;
  readonly waitForOwnWrites: WaitForOwnWrites;
  readonly outage: OutageMemory;
  readonly metrics: { readonly count: IncrementCounter };
  readonly nowMs: () => number;
}

export interface ReadCacheOptions {
  /** For the metrics. */
  readonly name: string;
  /**
   * Their signals have a changed key, or nothing if all rows may have changed. Without topics every read asks the
   * database, and the cache only serves outages.
   */
  readonly topics: readonly string[];
  readonly maxRows?: number;
  /** How long a row is served while the database is down. */
  readonly outageMs?: number;
}

interface Entry<Value> {
  readonly value: Value;
  /** Undefined: it is true until a signal says otherwise. */
  trueUntilMs: number | undefined;
}

export interface ReadCache<Value> {
  (key: string): Promise<Value | undefined>;
  /** For a change by this process, which must show at once, also if its signal is late or the database fails next. */
  clear(): void;
}

const defaultMaxRows = 10_000;

/** @param read returns undefined for a missing row, which is not cached */
export function createReadCache<Value extends object>(
  { name, topics, maxRows = defaultMaxRows, outageMs = maxOutageMs }: ReadCacheOptions,
  { signals, waitForOwnWrites, outage, metrics, nowMs }: ReadCacheDeps,
  read: (key: string) => Promise<Value | undefined>,
): ReadCache<Value> {
  const kept = new LRUCache<string, Entry<Value>>({ max: maxRows });
  const reading = new Map<string, { readonly changesBefore: number; readonly value: Promise<Value | undefined> }>();
  let changes = 0;
  const hasSignals = (): boolean => topics.length > 0 && signals.connected();
  const clear = (): void => {
    changes += 1;
    kept.clear();
  };
  for (const topic of topics)
    signals.on(topic, (key) => {
      if (key === '') return clear();
      changes += 1;
      kept.delete(key);
    });
  signals.onLost(() => {
    changes += 1;
    for (const entry of kept.values()) entry.trueUntilMs ??= nowMs();
  });

  const serve = ({ value }: Entry<Value>, outcome: 'hit' | 'outage'): Value => {
    metrics.count('fxid_cache_reads_total', { cache: name, outcome });
    return value;
  };
  const findForOutage = (key: string): Entry<Value> | undefined => {
    const known = kept.get(key);
    return known && nowMs() - (known.trueUntilMs ?? nowMs()) < outageMs ? known : undefined;
  };
  const readAndKeep = async (key: string): Promise<Value | undefined> => {
    const [before, isSignalled] = [changes, hasSignals()];
    const value = await read(key);
    outage.reportSuccess();
    if (!value) kept.delete(key);
    // Otherwise it may have changed while it was read.
    else if (before === changes) kept.set(key, { value, trueUntilMs: isSignalled ? undefined : nowMs() });
    return value;
  };
  const readTogether = (key: string): Promise<Value | undefined> => {
    metrics.count('fxid_cache_reads_total', { cache: name, outcome: 'miss' });
    // Without signals, a read that has begun may miss a write that this caller must see.
    if (!hasSignals()) return readAndKeep(key);
    const begun = reading.get(key);
    if (begun?.changesBefore === changes) return begun.value;
    const value = readAndKeep(key).finally(() => {
      if (reading.get(key)?.value === value) reading.delete(key);
    });
    reading.set(key, { changesBefore: changes, value });
    return value;
  };

  const find = async (key: string): Promise<Value | undefined> => {
    const last = outage.isDown() ? findForOutage(key) : undefined;
    if (last) return serve(last, 'outage');
    try {
      const waiting = waitForOwnWrites();
      if (waiting) await waiting;
      const known = kept.get(key);
      return known && known.trueUntilMs === undefined ? serve(known, 'hit') : await readTogether(key);
    } catch (error) {
      const known = isDatabaseUnavailable(error) ? findForOutage(key) : undefined;
      if (!known) throw error;
      outage.reportFailure();
      return serve(known, 'outage');
    }
  };
  return Object.assign(find, { clear });
}
