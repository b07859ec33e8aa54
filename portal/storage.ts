// The browser's storage. If it is blocked or full, values are kept in memory until the page closes.

export interface SafeStorage {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/** @param open returns the browser's storage, and may throw */
export function createStorage(open: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): SafeStorage {
  // Values that the browser did not store; `undefined` means removed.
  const kept = new Map<string, string | undefined>();
  return {
    get: (key) => {
      if (kept.has(key)) return kept.get(key);
      try {
        return open().getItem(key) ?? undefined;
      } catch {
        return undefined;
      }
    },
    set: (key, value) => {
      try {
        open().setItem(key, value);
        kept.delete(key);
      } catch {
        kept.set(key, value);
      }
    },
    remove: (key) => {
      try {
        open().removeItem(key);
        kept.delete(key);
      } catch {
        kept.set(key, undefined);
      }
    },
  };
}

export const storage = createStorage(() => globalThis.localStorage);
