// `platform_internal` is the player's save, `local_storage` the browser's own storage. Both keep texts.
import { toText } from '../kit/read-options.browser.ts';
import { BridgeError, reject } from './bridge-error.browser.ts';
import { resolveOptions } from './host.browser.ts';
import type { BridgeStorage } from './vendor-types.ts';

/** @param save undefined where there is no save */
export function createStorage(save: () => Storage | undefined): BridgeStorage {
  const defaultType = (): string => (save() ? 'platform_internal' : 'local_storage');
  const find = (given: unknown): Storage | undefined => {
    const type = resolveOptions(given) ?? defaultType();
    if (type === 'platform_internal') return save();
    return type === 'local_storage' ? findLocalStorage() : undefined;
  };
  /** Runs for each key; several keys have a list of results. */
  const each = async <T>(
    key: unknown,
    type: unknown,
    run: (storage: Storage, name: string, index: number) => T,
  ): Promise<T | T[]> => {
    const storage = find(type);
    if (!storage) return reject('Storage not available');
    try {
      if (!Array.isArray(key)) return run(storage, String(key), -1);
      return key.map((name, index) => run(storage, String(name), index));
    } catch (error) {
      throw new BridgeError(
        String(error),
        (error as Error).name === 'QuotaExceededError' ? 'STORAGE_QUOTA_EXCEEDED' : undefined,
      );
    }
  };

  return {
    get defaultType() {
      return defaultType();
    },
    isSupported: (type) => find(type) !== undefined,
    isAvailable: (type) => find(type) !== undefined,
    get: (key, typeOrParse, isParsed) => {
      const isVersion2 = typeof typeOrParse === 'boolean';
      const isJson = (isVersion2 ? typeOrParse : isParsed) !== false;
      return each(key, isVersion2 ? undefined : typeOrParse, (storage, name) => {
        const text = storage.getItem(name);
        return isJson ? parse(text) : text;
      });
    },
    set: async (key, value, type) => {
      const values: readonly unknown[] | undefined = Array.isArray(value) ? value : undefined;
      if (Array.isArray(key) && values?.length !== key.length)
        return reject('Key and value arrays must have the same length');
      await each(key, type, (storage, name, index) => {
        const one = index < 0 ? value : values?.[index];
        if (one === null || one === undefined) storage.removeItem(name);
        else storage.setItem(name, toText(one));
      });
    },
    delete: async (key, type) => void (await each(key, type, (storage, name) => storage.removeItem(name))),
  };
}

function parse(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    // A text that is no JSON.
    return text;
  }
}

function findLocalStorage(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    // The browser blocks it.
    return undefined;
  }
}
