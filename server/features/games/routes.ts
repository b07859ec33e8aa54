// The games and their public configuration. Art and screenshots are kept as paths on the game's own host and leave here as
// whole addresses.
import type { Static } from 'typebox';
import type { PublicGameConfig } from '#contract/config.ts';
import type { GameSummary } from '#contract/games.ts';
import { fallbackLocale, localizedText, type Locale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { AreaHandlers } from '#server/http/implement.ts';
import { inMaintenance } from '#model/maintenance.ts';
import { gamesReader, type GameRow } from './read-games.ts';

export function gamesRoutes(database: Database, options: { gamesUrl: string; now: () => Date }): AreaHandlers<'games'> {
  const { readGames, readGame } = gamesReader(database);
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
          PublicGameData: publicConfig(game, options.gamesUrl),
        })),
      };
    },
    publicConfig: async ({ params, query }) => {
      const game = await readGame(params.Game);
      if (!game) throw new Problem('UnknownGame', `No game is named ${params.Game}.`);
      const config = publicConfig(game, options.gamesUrl);
      const platform = query.WebPublishingPlatform;
      return platform === undefined ? config : { ...config, PlatformData: onlyPlatform(config.PlatformData, platform) };
    },
  };
}

function summary(
  row: GameRow,
  locale: Locale,
  options: { gamesUrl: string; now: () => Date },
): Static<typeof GameSummary> {
  const { StorePage, PlayGameType, Maintenance } = row.config;
  const onHost = hostOf(row.game, options.gamesUrl);
  return {
    GameSystemName: row.game,
    PlayGameType,
    Title: localizedText(StorePage.Title, locale),
    Tagline: localizedText(StorePage.Tagline, locale),
    Genre: StorePage.Genre,
    WideArt: onHost(StorePage.WideArt),
    SquareArt: onHost(StorePage.SquareArt),
    InMaintenance: inMaintenance(Maintenance, options.now()),
  };
}

function publicConfig(row: GameRow, gamesUrl: string): PublicGameConfig {
  const { StorePage } = row.config;
  const onHost = hostOf(row.game, gamesUrl);
  return {
    ...row.config,
    GameSystemName: row.game,
    StorePage: {
      ...StorePage,
      WideArt: onHost(StorePage.WideArt),
      SquareArt: onHost(StorePage.SquareArt),
      ...(StorePage.Logo !== undefined && { Logo: onHost(StorePage.Logo) }),
      Screenshots: StorePage.Screenshots.map(onHost),
    },
  };
}

function hostOf(game: string, gamesUrl: string): (address: string) => string {
  const origin = gamesUrl.replace('{game}', game);
  return (address) => (address.startsWith('/') ? origin + address : address);
}

function onlyPlatform(data: PublicGameConfig['PlatformData'], platform: string): PublicGameConfig['PlatformData'] {
  return Object.fromEntries(Object.entries(data).filter(([name]) => name === platform));
}
