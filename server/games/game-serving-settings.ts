// The game settings that the games' server needs. A page requests hundreds of files at once, so they are cached for
// some seconds; while the database is down, the last known ones are used. Without any, the response is an outage,
// because it is unknown whether the game exists.
import type { ForeignSdkManifest } from '#compat/port.ts';
import type { PublicGameConfig } from '#contract/config.ts';
import type { Log } from '#server/http/log.ts';
import type { ServedBuild } from './find-game-file.ts';
import { findForeignSdk } from './foreign-sdk-page.ts';

export interface GameServingSettings extends ServedBuild {
  readonly isUnity: boolean;
  readonly isIsolated: boolean;
  readonly isStrict: boolean;
  readonly connectOrigins: readonly string[];
  readonly title: string;
  /** The other portal's SDK that the game uses. */
  readonly foreignSdk?: ForeignSdkManifest | undefined;
  /** The first leaderboard, for SDKs that know only one. */
  readonly board?: string | undefined;
}

export type ReadGameConfig = (game: string) => Promise<{ readonly config: PublicGameConfig } | undefined>;

export type ReadGameBuild = (game: string) => Promise<number | undefined>;

interface GameReaders {
  readonly readGame?: ReadGameConfig | undefined;
  readonly readBuild?: ReadGameBuild | undefined;
}

export function createGameServingSettingsReader(
  { readGame, readBuild }: GameReaders,
  { log, nowMs, gamePolicy }: { log: Log; nowMs: () => number; gamePolicy: 'open' | 'strict' },
): (game: string) => Promise<GameServingSettings> {
  const isStrict = gamePolicy === 'strict';
  const known = new Map<string, { at: number; settings: Promise<GameServingSettings> }>();
  return (game) => {
    const found = known.get(game);
    if (found && nowMs() - found.at < keptMs) return found.settings;
    const settings = read(game, { readGame, readBuild, isStrict }).catch((error: unknown) => {
      if (!found) throw error;
      log.warn({ err: error, game }, "Reading a game's settings failed; the last known ones are used.");
      return found.settings;
    });
    // Bounded, because anyone can invent host names.
    if (known.size >= maxKept) known.clear();
    known.set(game, { at: nowMs(), settings });
    settings.catch(() => known.get(game)?.settings === settings && known.delete(game));
    return settings;
  };
}

const keptMs = 5000;
const maxKept = 1000;

async function read(
  game: string,
  { readGame, readBuild, isStrict }: GameReaders & { isStrict: boolean },
): Promise<GameServingSettings> {
  const [row, build] = await Promise.all([readGame?.(game), readBuild?.(game)]);
  const config = row?.config;
  if (!config) return { ...defaults(game, isStrict), build };
  return {
    build,
    isUnity: config.PlayGameType === 'Unity',
    isIsolated: config.Isolated ?? false,
    isStrict: config.ContentPolicy === undefined ? isStrict : config.ContentPolicy === 'Strict',
    connectOrigins: config.ConnectOrigins ?? [],
    title: config.StorePage.Title['en'] ?? game,
    foreignSdk: findForeignSdk(config.ForeignSdk),
    board: config.Leaderboards?.[0]?.Id,
  };
}

const defaults = (game: string, isStrict: boolean): GameServingSettings => ({
  isUnity: false,
  isIsolated: false,
  isStrict,
  connectOrigins: [],
  title: game,
});
