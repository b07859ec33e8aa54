// Caches rendered pages until their data changes, which triggers signal to all nodes. Changes without a trigger (a sale
// starts) show after a minute. While signals may be missed, nothing is cached.
import type { NodeSignals } from '#server/db/node-signals.ts';

export interface PageCache<Value> {
  /** Concurrent calls for the same key share one `make`. */
  find(key: string, make: () => Promise<Value | undefined>): Promise<Value | undefined>;
}

export interface PageCacheOptions<Value> {
  readonly signals: Pick<NodeSignals, 'on' | 'onLost' | 'connected'>;
  readonly nowMs: () => number;
  readonly bytesOf: (value: Value) => number;
  readonly isLasting?: (value: Value) => boolean;
  readonly maxBytes?: number;
}

const keptMs = 60_000;
const defaultBytes = 32 * 1024 * 1024;

export function createPageCache<Value>(options: PageCacheOptions<Value>): PageCache<Value> {
  const { signals, nowMs, bytesOf, isLasting = () => true, maxBytes = defaultBytes } = options;
  const kept = new Map<string, { readonly value: Value; readonly bytes: number; readonly until: number }>();
  const making = new Map<string, Promise<Value | undefined>>();
  let heldBytes = 0;
  let version = 0;

  const drop = (key: string): void => {
    heldBytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  const forget = (): void => {
    version += 1;
    kept.clear();
    making.clear();
    heldBytes = 0;
  };
  signals.on('pages', forget);
  signals.onLost(forget);

  const keep = (key: string, value: Value): void => {
    drop(key);
    const bytes = bytesOf(value);
    kept.set(key, { value, bytes, until: nowMs() + keptMs });
    heldBytes += bytes;
    for (const other of kept.keys()) {
      if (heldBytes <= maxBytes) return;
      drop(other);
    }
  };

  return {
    find: async (key, make) => {
      const known = kept.get(key);
      if (known && known.until > nowMs()) return known.value;
      const begun = making.get(key);
      if (begun) return begun;
      const begunIn = version;
      const made = make();
      making.set(key, made);
      try {
        const value = await made;
        const mayKeep = begunIn === version && signals.connected();
        if (value !== undefined && mayKeep && isLasting(value)) keep(key, value);
        return value;
      } finally {
        if (making.get(key) === made) making.delete(key);
      }
    },
  };
}
