// VK Storage: up to 1,000 short values for each player and app.
import type { BrowserHost, PlatformStorage } from '../port.browser.ts';
import { readUntrustedFields, readUntrustedText } from '../kit/fields.browser.ts';
import { createStorage, splitIntoValues, storageKey } from '../storage.browser.ts';
import type { VkClient } from './client.browser.ts';

export function openStorage(
  host: Pick<BrowserHost, 'game' | 'withPlatformTimeout'>,
  { call }: Pick<VkClient, 'call'>,
): PlatformStorage {
  const set = (key: string, value: string) => call('StorageSet', { key, value });
  const values = {
    maxValueBytes: 4096,
    async get(keys: readonly string[]) {
      const { keys: found } = await call('StorageGet', { keys });
      const pairs = (Array.isArray(found) ? found : []).map(readUntrustedFields);
      return Object.fromEntries(pairs.map(({ key, value }) => [readUntrustedText(key), value]));
    },
    set,
    async remove(keys: readonly string[]) {
      // An empty value removes the key.
      for (const key of keys) await set(key, '');
    },
  };
  return createStorage(host, {
    title: 'VK',
    // Eight values. VK allows 1,000 requests per hour.
    maxBytes: 32_000,
    minWritePauseMs: 15_000,
    ...splitIntoValues(values, storageKey(host)),
  });
}
