// The data module of CrazyGames' script. It loads everything at the start, and sends changes itself after a second.
import type { PlatformStorage } from '../port.browser.ts';
import { createStorage, storageKey } from '../storage.browser.ts';
import { platformTitle, type CrazyGamesHost, type CrazyGamesSdk } from './client.browser.ts';

export function openStorage(host: CrazyGamesHost, data: NonNullable<CrazyGamesSdk['data']>): PlatformStorage {
  const key = storageKey(host);
  return createStorage(host, {
    title: platformTitle,
    // The platform keeps 1 MB; games may store data of their own.
    maxBytes: 900_000,
    minWritePauseMs: 1000,
    read: () => data.getItem(key),
    write: (text) => data.setItem(key, text),
  });
}
