// Games built for other portals that are also played in Firefox and WebKit: two for each SDK.
import { join } from 'node:path';

export const foreignGamesForOtherBrowsers: readonly {
  readonly sdk: string;
  readonly game: string;
  /** The last line that it notes. */
  readonly note: string;
}[] = [
  { sdk: 'crazygames', game: 'module-import', note: 'own module crazygames' },
  { sdk: 'crazygames', game: 'saves', note: 'now 100' },
  { sdk: 'fbinstant', game: 'other-language', note: 'asid' },
  { sdk: 'fbinstant', game: 'player-data', note: 'items 1 level 1' },
  { sdk: 'kongregate', game: 'older-address', note: 'connected function' },
  { sdk: 'kongregate', game: 'remote-purchase', note: 'used 7 false' },
  { sdk: 'gamepush', game: 'callback-in-head', note: 'started false' },
  { sdk: 'gamepush', game: 'progress', note: 'sync true' },
  { sdk: 'playgama', game: 'bundled-copy', note: 'platform playgama 45' },
  { sdk: 'playgama', game: 'storage-types', note: 'coins 7' },
  { sdk: 'gamedistribution', game: 'import-call', note: 'imported function' },
  { sdk: 'gamedistribution', game: 'legacy-api', note: 'resume' },
  { sdk: 'gamemonetize', game: 'import-in-module', note: 'module function' },
  { sdk: 'gamemonetize', game: 'tag-in-head', note: 'ready function' },
  { sdk: 'poki', game: 'import-in-module', note: 'module function' },
  { sdk: 'poki', game: 'share-link', note: 'id' },
  { sdk: 'telegramwebapp', game: 'cloud-storage', note: 'keys level' },
  { sdk: 'telegramwebapp', game: 'user-at-once', note: 'data false' },
  { sdk: 'vkbridge', game: 'own-library', note: 'no address 6' },
  { sdk: 'vkbridge', game: 'storage', note: 'keys level' },
  { sdk: 'yandex', game: 'relative-path', note: 'time number' },
  { sdk: 'yandex', game: 'player-stats', note: 'gold 15' },
];

export const locateForeignGame = (sdk: string, game: string): string => join(import.meta.dirname, sdk, game);
