// The player's data on Facebook. It sends changes itself.
import type { PlatformStorage } from '../port.browser.ts';
import { readUntrustedFields } from '../kit/fields.browser.ts';
import { createStorage, storageKey } from '../storage.browser.ts';
import { platformTitle, type InstantClient, type InstantGamesHost } from './client.browser.ts';

export function openStorage(host: InstantGamesHost, { call }: Pick<InstantClient, 'call'>): PlatformStorage {
  const key = storageKey(host);
  return createStorage(host, {
    title: platformTitle,
    // Of 1 MB, probably counted as JSON.
    maxBytes: 750_000,
    minWritePauseMs: 5000,
    read: async () => readUntrustedFields(await call('player.getDataAsync', [key]))[key],
    write: (text) => call('player.setDataAsync', { [key]: text }),
  });
}
