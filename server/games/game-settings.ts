// What the games' side has to know of a game besides its files. A game has hundreds of files and a page asks for them at
// once, so the answer is kept for a few seconds; while the database is away, the last one known is used.
import type { PublicGameConfig } from '#contract/config.ts';
import type { Log } from '#server/http/log.ts';

export interface GameSettings {
  readonly isUnity: boolean;
  readonly isIsolated: boolean;
  readonly connectOrigins: readonly string[];
  readonly title: string;
  /** The number of the build that is at `/`; absent: the folder of the game itself is. */
  readonly build?: number | undefined;
}

export type ReadGameConfig = (game: string) => Promise<{ readonly config: PublicGameConfig } | undefined>;

/** The number of the newest build of a game that is at `/` of its host. */
export type ReadGameBuild = (game: string) => Promise<number | undefined>;

export function createGameSettingsReader(
  { readGame, readBuild }: { readGame?: ReadGameConfig | undefined; readBuild?: ReadGameBuild | undefined },
  { log, nowMs }: { log: Log; nowMs: () => number },
): (game: string) => Promise<GameSettings> {
  const known = new Map<string, { at: number; settings: Promise<GameSettings> }>();
  return (game) => {
    const found = known.get(game);
    if (found && nowMs() - found.at < keptMs) return found.settings;
    const settings = read(game, readGame, readBuild).catch((error: unknown) => {
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

async function read(
  game: string,
  readGame: ReadGameConfig | undefined,
  readBuild: ReadGameBuild | undefined,
): Promise<GameSettings> {
  const [row, build] = await Promise.all([readGame?.(game), readBuild?.(game)]);
  const config = row?.config;
  if (!config) return { ...defaults(game), build };
  return {
    build,
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
