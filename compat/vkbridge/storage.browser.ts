// The vendor's storage, in the player's save.
import type { Sdk } from '#sdk/sdk.ts';
import type { VkMethods } from './vendor-types.ts';
import { rejectWith } from './vk-error.browser.ts';

const prefix = 'vk.';

export function createStorage({ saves }: Sdk): VkMethods {
  return {
    VKWebAppStorageGet: async ({ keys }) => {
      if (!Array.isArray(keys) || !keys.every(isKey)) return rejectWith(5);
      const storage = await saves.localStorage();
      // A key that isn't there has an empty value.
      return { keys: keys.map((key) => ({ key, value: storage.getItem(prefix + key) ?? '' })) };
    },
    VKWebAppStorageGetKeys: async ({ count, offset }) => {
      const storage = await saves.localStorage();
      const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
      const keys = names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
      const start = toCount(offset, 0);
      return { keys: keys.slice(start, start + toCount(count, 100)) };
    },
    VKWebAppStorageSet: async ({ key, value = '' }: { key?: unknown; value?: unknown }) => {
      if (!isKey(key) || !['string', 'number', 'boolean'].includes(typeof value)) return rejectWith(5);
      const storage = await saves.localStorage();
      try {
        // An empty value removes the key there.
        if (value === '') storage.removeItem(prefix + key);
        else storage.setItem(prefix + key, String(value));
      } catch {
        return rejectWith(13);
      }
      return { result: true };
    },
  };
}

const isKey = (key: unknown): key is string => typeof key === 'string' && /^[\w-]{1,100}$/.test(key);

const toCount = (given: unknown, otherwise: number): number =>
  typeof given === 'number' && given >= 0 ? Math.floor(given) : otherwise;
