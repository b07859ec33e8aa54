// Origins of externally hosted games and of pages shown over games, cached: the content security policy of every portal
// page lists them, because players open games without a page load.
import type { Log } from '#server/http/log.ts';
import type { GameRow } from './read-games.ts';

export interface FramableGameOrigins {
  readonly games: readonly string[];
  readonly frames: readonly string[];
}

export function createFramableGameOriginsReader(
  readGames: () => Promise<readonly GameRow[]>,
  { log, nowMs }: { log: Log; nowMs: () => number },
): () => Promise<FramableGameOrigins> {
  let last: { at: number; origins: Promise<FramableGameOrigins> } | undefined;
  return () => {
    if (last && nowMs() - last.at < keptMs) return last.origins;
    const before = last;
    const origins = readGames()
      .then((rows) => ({
        games: [...new Set(rows.flatMap(({ config }) => originOf(config.Url)))],
        frames: [...new Set(rows.flatMap(({ config }) => config.FrameOrigins ?? []))],
      }))
      .catch((error: unknown) => {
        log.warn(
          { err: error },
          'Reading the addresses of externally hosted games failed; the last known ones are used.',
        );
        return before ? before.origins : { games: [], frames: [] };
      });
    last = { at: nowMs(), origins };
    return origins;
  };
}

const keptMs = 5000;

function originOf(address: string | undefined): string[] {
  return address !== undefined && URL.canParse(address) ? [new URL(address).origin] : [];
}
