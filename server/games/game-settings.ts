// What the games' side has to know of a game besides its files. A game has hundreds of files and a page asks for them at
// once, so the answer is kept for a few seconds; while the database is away, the last one known is used.
import type { PublicGameConfig } from '#contract/config.ts';
import type { Log } from '#server/http/log.ts';

export interface GameSettings {
  readonly isUnity: boolean;
  readonly isIsolated: boolean;
  readonly connectOrigins: readonly string[];
  readonly title: string;
}

export type ReadGameConfig = (game: string) => Promise<{ readonly config: PublicGameConfig } | undefined>;

export function gameSettingsReader(
  readGame: ReadGameConfig | undefined,
  { log, nowMs }: { log: Log; nowMs: () => number },
): (game: string) => Promise<GameSettings> {
  const known = new Map<string, { at: number; settings: Promise<GameSettings> }>();
  return (game) => {
    const found = known.get(game);
    if (found && nowMs() - found.at < keptMs) return found.settings;
    const settings = read(readGame, game).catch((error: unknown) => {
      log.warn({ err: error, game }, 'The settings of a game cannot be read; the last known are used.');
      return found ? found.settings : defaults(game);
    });
    // Hosts are anybody's to invent.
    if (known.size >= mostKept) known.clear();
    known.set(game, { at: nowMs(), settings });
    return settings;
  };
}

const keptMs = 5000;
const mostKept = 1000;

async function read(readGame: ReadGameConfig | undefined, game: string): Promise<GameSettings> {
  const config = (await readGame?.(game))?.config;
  if (!config) return defaults(game);
  return {
    isUnity: config.PlayGameType === 'Unity',
    isIsolated: config.Isolated ?? false,
    connectOrigins: config.ConnectOrigins ?? [],
    title: config.StorePage.Title['en'] ?? game,
  };
}

const defaults = (game: string): GameSettings => ({
  isUnity: false,
  isIsolated: false,
  connectOrigins: [],
  title: game,
});
