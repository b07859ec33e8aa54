// The origins of games that are served elsewhere. Every page of the portal has to name them in its policy, because a player
// goes on to a game without loading a new page; so they are read once in a while and not for each page.
import type { Log } from '#server/http/log.ts';
import type { GameRow } from './read-games.ts';

export function createGameOriginsReader(
  readGames: () => Promise<readonly GameRow[]>,
  { log, nowMs }: { log: Log; nowMs: () => number },
): () => Promise<readonly string[]> {
  let last: { at: number; origins: Promise<readonly string[]> } | undefined;
  return () => {
    if (last && nowMs() - last.at < keptMs) return last.origins;
    const before = last;
    const origins = readGames()
      .then((rows) => [...new Set(rows.flatMap(({ config }) => originOf(config.Url)))])
      .catch((error: unknown) => {
        log.warn({ err: error }, 'The addresses of games elsewhere cannot be read; the last known are used.');
        return before ? before.origins : [];
      });
    last = { at: nowMs(), origins };
    return origins;
  };
}

const keptMs = 5000;

function originOf(address: string | undefined): string[] {
  return address !== undefined && URL.canParse(address) ? [new URL(address).origin] : [];
}
