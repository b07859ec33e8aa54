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
  { sdk: 'poki', game: 'import-in-module', note: 'module function' },
  { sdk: 'poki', game: 'share-link', note: 'id' },
  { sdk: 'yandex', game: 'relative-path', note: 'time number' },
  { sdk: 'yandex', game: 'player-stats', note: 'gold 15' },
];

export const locateForeignGame = (sdk: string, game: string): string => join(import.meta.dirname, sdk, game);
