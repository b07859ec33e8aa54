export interface CacheOptions {
  readonly seconds: number;
  readonly now: () => Date;
}

/** Concurrent callers share one call. Errors are not cached. */
export function cacheForSeconds<Key extends string, Value>(
  { seconds, now }: CacheOptions,
  read: (key: Key) => Promise<Value>,
): (key: Key) => Promise<Value> {
  const kept = new Map<Key, { readonly at: number; readonly value: Promise<Value> }>();
  return (key) => {
    const known = kept.get(key);
    if (known && now().getTime() - known.at < seconds * 1000) return known.value;
    const value = read(key);
    const entry = { at: now().getTime(), value };
    kept.set(key, entry);
    value.catch(() => {
      if (kept.get(key) === entry) kept.delete(key);
    });
    return value;
  };
}
