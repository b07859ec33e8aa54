// An object with the interface of the browser's `localStorage`, whose items are the player's save.

export interface StorageSource {
  readonly entries: ReadonlyMap<string, string>;
  readonly maxBytes: () => number;
  readonly change: (key: string, value: string | undefined) => void;
  readonly clear: () => void;
}

export function createStorageView({ entries, maxBytes, change, clear }: StorageSource): Storage {
  const methods = {
    getItem: (key: unknown): string | null => entries.get(String(key)) ?? null,
    // Games pass numbers too.
    setItem(key: unknown, value: unknown): void {
      requireSpace(entries, String(key), String(value), maxBytes());
      change(String(key), String(value));
    },
    removeItem: (key: unknown): void => {
      if (entries.has(String(key))) change(String(key), undefined);
    },
    clear,
    key: (index: number): string | null => [...entries.keys()][index] ?? null,
  };
  const isMethod = (name: string | symbol): name is keyof typeof methods => name in methods;
  // Many games write `localStorage.level = 3`.
  return new Proxy(methods as unknown as Storage, {
    get: (_, name) => {
      if (name === 'length') return entries.size;
      if (isMethod(name)) return methods[name];
      return typeof name === 'string' ? entries.get(name) : undefined;
    },
    set: (_, name, value) => {
      if (typeof name !== 'string' || isMethod(name)) return false;
      methods.setItem(name, value);
      return true;
    },
    deleteProperty: (_, name) => {
      if (typeof name === 'string') methods.removeItem(name);
      return true;
    },
    has: (_, name) => isMethod(name) || name === 'length' || (typeof name === 'string' && entries.has(name)),
    ownKeys: () => [...entries.keys()],
    getOwnPropertyDescriptor: (_, name) => {
      const value = typeof name === 'string' ? entries.get(name) : undefined;
      return value === undefined ? undefined : { value, writable: true, enumerable: true, configurable: true };
    },
  });
}

/** Like the browser, so that games handle a full storage as they do today. */
function requireSpace(entries: ReadonlyMap<string, string>, key: string, value: string, maxBytes: number): void {
  const encoder = new TextEncoder();
  const measure = (text: string): number => encoder.encode(text).length;
  let bytes = measure(key) + measure(value);
  entries.forEach((text, name) => {
    if (name !== key) bytes += measure(name) + measure(text);
  });
  if (bytes > maxBytes) throw new DOMException(`The save has at most ${maxBytes} bytes.`, 'QuotaExceededError');
}
