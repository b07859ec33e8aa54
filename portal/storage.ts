// What the portal keeps in the browser. Storage may be blocked, full or forbidden in a frame: then things are kept in
// memory until the page goes, and nobody who asks has to care.

export interface SafeStorage {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/** @param open gives the browser's storage; in some browsers already that throws */
export function createStorage(open: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): SafeStorage {
  // What the browser did not take. It is newer than what the browser has; `undefined` stands for removed.
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
