import type { Static } from 'typebox';
import type { GameSummary } from '#contract/games.ts';
import { fallbackLocale, chooseLocalizedText, type Locale } from '#model/locale.ts';
import type { Database } from '#server/db/database.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { isInMaintenance } from '#model/maintenance.ts';
import { buildGameManifest, type GameManifestOptions } from './game-manifest.ts';
import type { ReadPlatformData } from './platform-data.ts';
import { resolveGameUrl, buildPublicGameConfig } from './public-game-config.ts';
import { createGamesReader, type GameRow } from './read-games.ts';

export interface GamesRoutesOptions extends GameManifestOptions {
  readonly readPlatformData: ReadPlatformData;
  readonly now: () => Date;
}

export function createGamesRoutes(database: Database, options: GamesRoutesOptions): AreaHandlers<'games'> {
  const { readGames, requireGame } = createGamesReader(database);
  return {
    list: async ({ body }) => {
      const games = await readGames();
      return { Games: games.map((game) => summary(game, body.Locale ?? fallbackLocale, options)) };
    },
    listWithConfigs: async ({ body }) => {
      const games = await readGames();
      return {
        Games: games.map((game) => ({
          Game: summary(game, body.Locale ?? fallbackLocale, options),
          PublicGameData: buildPublicGameConfig(game, options),
        })),
      };
    },
    publicConfig: async ({ params, query }) => {
      const game = await requireGame(params.Game);
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

function summary(row: GameRow, locale: Locale, options: GamesRoutesOptions): Static<typeof GameSummary> {
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
  };
}
