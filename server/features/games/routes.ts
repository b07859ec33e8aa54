import type { Static } from 'typebox';
import type { GameSummary } from '#contract/games.ts';
import { fallbackLocale, chooseLocalizedText, type Locale } from '#model/locale.ts';
import type { Database } from '#server/db/database.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { isInMaintenance } from '#model/maintenance.ts';
import { buildGameManifest, type GameManifestOptions } from './game-manifest.ts';
import type { ReadPlatformData } from './platform-data.ts';
import { resolveGameUrl, buildPublicGameConfig } from './public-game-config.ts';
import { createGamesReader, type GameRow, type ReadViewer } from './read-games.ts';

export interface GamesRoutesOptions extends GameManifestOptions {
  readonly readPlatformData: ReadPlatformData;
  readonly now: () => Date;
}

export function createGamesRoutes(database: Database, options: GamesRoutesOptions): AreaHandlers<'games'> {
  const { readGames, readHiddenGames, requireGame, requireVisibleGame } = createGamesReader(database);
  const readAll = async (viewer: ReadViewer) => {
    const [games, hidden] = await Promise.all([readGames(), readHiddenGames(viewer)]);
    return [...games.map((game) => ({ game })), ...hidden.map((game) => ({ game, isHidden: true }))];
  };
  return {
    list: async ({ body, session }) => {
      const games = await readAll(session);
      return { Games: games.map((each) => summary(each, body.Locale ?? fallbackLocale, options)) };
    },
    listWithConfigs: async ({ body, session }) => {
      const games = await readAll(session);
      return {
        Games: games.map((each) => ({
          Game: summary(each, body.Locale ?? fallbackLocale, options),
          PublicGameData: buildPublicGameConfig(each.game, options),
        })),
      };
    },
    publicConfig: async ({ params, query, session }) => {
      const game = await requireVisibleGame(params.Game, session);
      const { WebPublishingPlatform: platform } = query;
      const set = await options.readPlatformData(game.game, platform);
      return buildPublicGameConfig(game, options, platform, set);
    },
    webManifest: async ({ params }) => {
      const game = await requireGame(params.Game);
      return buildGameManifest(game, options);
    },
  };
}

function summary(
  { game: row, isHidden = false }: { readonly game: GameRow; readonly isHidden?: boolean },
  locale: Locale,
  options: GamesRoutesOptions,
): Static<typeof GameSummary> {
  const { StorePage, PlayGameType, Maintenance } = row.config;
  const onHost = (address: string): string => resolveGameUrl(row.game, options.gamesUrl, address);
  return {
    GameSystemName: row.game,
    PlayGameType,
    Title: chooseLocalizedText(StorePage.Title, locale),
    Tagline: chooseLocalizedText(StorePage.Tagline, locale),
    Genre: StorePage.Genre,
    WideArt: onHost(StorePage.WideArt),
    SquareArt: onHost(StorePage.SquareArt),
    InMaintenance: isInMaintenance(Maintenance, options.now()),
    ...(isHidden && { Hidden: true }),
  };
}
