// Origins of externally hosted games and of pages shown over games: the content security policy of every portal
// page lists them, because players open games without a page load.
import type { Log } from '#server/http/log.ts';
import type { CatalogueGames, GameCatalogue } from './game-catalogue.ts';

export interface FramableGameOrigins {
  readonly games: readonly string[];
  readonly frames: readonly string[];
}

export function createFramableGameOriginsReader(
  catalogue: Pick<GameCatalogue, 'read'>,
  { log }: { log: Log },
): () => Promise<FramableGameOrigins> {
  let last: FramableGameOrigins & { readonly version: number } = { games: [], frames: [], version: -1 };
  return async () => {
    try {
      const games = await catalogue.read();
      if (last.version !== games.version) last = { ...listOrigins(games), version: games.version };
    } catch (error) {
      log.warn(
        { err: error },
        'Reading the addresses of externally hosted games failed; the last known ones are used.',
      );
    }
    return last;
  };
}

const listOrigins = ({ published }: CatalogueGames): FramableGameOrigins => ({
  games: [...new Set(published.flatMap(({ card }) => originOf(card.Url)))],
  frames: [...new Set(published.flatMap(({ card }) => card.FrameOrigins ?? []))],
});

function originOf(address: string | undefined): string[] {
  return address !== undefined && URL.canParse(address) ? [new URL(address).origin] : [];
}
