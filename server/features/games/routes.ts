import type { Static } from 'typebox';
import type { GameSummary } from '#contract/games.ts';
import { fallbackLocale, chooseLocalizedText, type Locale } from '#model/locale.ts';
import type { Database } from '#server/db/database.ts';
import type { ReplicaReads } from '#server/db/replica-reads.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { findNextMaintenanceChange, isInMaintenance } from '#model/maintenance.ts';
import type { GameCatalogue } from './game-catalogue.ts';
import { buildGameManifest, type GameManifestOptions } from './game-manifest.ts';
import { createKeptReplies } from './kept-replies.ts';
import type { ReadPlatformData } from './platform-data.ts';
import type { CatalogueGame } from './read-catalogue-games.ts';
import { resolveGameUrl, buildPublicGameConfig } from './public-game-config.ts';
import { createGamesReader, readListedGames } from './read-games.ts';

export interface GamesRoutesOptions extends GameManifestOptions {
  readonly readPlatformData: ReadPlatformData;
  readonly now: () => Date;
  readonly catalogue: GameCatalogue;
  readonly replicaReads: Pick<ReplicaReads, 'read'>;
}

export function createGamesRoutes(database: Database, options: GamesRoutesOptions): AreaHandlers<'games'> {
  const { readHiddenGames, seesHiddenGames, requireGame, requireVisibleGame } = createGamesReader(database);
  const { catalogue, now, replicaReads } = options;
  const listIn = createKeptReplies<Locale, { readonly Games: Static<typeof GameSummary>[] }>(now);
  return {
    list: async ({ body: { Locale: locale = fallbackLocale }, session }) => {
      const { published, hidden, version } = await catalogue.read();
      const list = listIn(locale, version, () => ({
        reply: { Games: published.map((game) => summarize(game, locale, options)) },
        untilMs: published.reduce(
          (next, { card }) => Math.min(next, findNextMaintenanceChange(card.Maintenance, now())),
          Infinity,
        ),
      }));
      if (hidden.length === 0 || !(await seesHiddenGames(session))) return list;
      return { Games: [...list.Games, ...hidden.map((game) => summarize(game, locale, options))] };
    },
    listWithConfigs: async ({ body: { Locale: locale = fallbackLocale }, session }) => {
      const [games, hidden] = await Promise.all([replicaReads.read(readListedGames), readHiddenGames(session)]);
      const { byName } = await catalogue.read();
      return {
        Games: [...games, ...hidden].flatMap((game) => {
          const listed = byName.get(game.game);
          if (!listed) return [];
          return { Game: summarize(listed, locale, options), PublicGameData: buildPublicGameConfig(game, options) };
        }),
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

function summarize(game: CatalogueGame, locale: Locale, options: GamesRoutesOptions): Static<typeof GameSummary> {
  const { card, titles, genre, published } = game;
  const onHost = (address: string): string => resolveGameUrl(game.game, options.gamesUrl, address);
  return {
    GameSystemName: game.game,
    PlayGameType: card.PlayGameType,
    Title: chooseLocalizedText(titles, locale),
    Tagline: chooseLocalizedText(card.Tagline, locale),
    Genre: genre,
    WideArt: onHost(card.WideArt),
    SquareArt: onHost(card.SquareArt),
    InMaintenance: isInMaintenance(card.Maintenance, options.now()),
    ...(!published && { Hidden: true }),
  };
}
