// The in-game data of Yandex Games, which guests have too.
import { PlatformError, type BrowserHost, type PlatformStorage } from '../port.browser.ts';
import { readUntrustedFields, type UntrustedFields } from '../kit/fields.browser.ts';
import type { PlayerReader } from '../kit/player-reader.browser.ts';
import { createStorage, storageKey } from '../storage.browser.ts';
import type { YandexPlayer } from './client.browser.ts';

export function openStorage(
  host: Pick<BrowserHost, 'game' | 'withPlatformTimeout'>,
  title: string,
  players: Pick<PlayerReader<YandexPlayer>, 'current' | 'read'>,
): PlatformStorage {
  const key = storageKey(host);
  let known: UntrustedFields = {};
  const requirePlayer = async (): Promise<YandexPlayer> => {
    const player = players.current() ?? (await players.read());
    if (!player?.getData || !player.setData) throw new PlatformError('Unknown', `${title} has no data of the player`);
    return player;
  };
  return createStorage(host, {
    title,
    // Of 200 kB, counted as JSON.
    maxBytes: 150_000,
    // Each write is two requests.
    minWritePauseMs: 10_000,
    async read() {
      known = readUntrustedFields(await (await requirePlayer()).getData?.());
      return known[key];
    },
    // The portal reads before each write.
    write: async (text) => (await requirePlayer()).setData?.({ ...known, [key]: text }, true),
  });
}
