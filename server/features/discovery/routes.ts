// Finding games, among those that the node has in memory.
import type { GameCard } from '#contract/discovery.ts';
import { fallbackLocale, type Locale } from '#model/locale.ts';
import type { Database } from '#server/db/database.ts';
import { buildUnknownGameProblem } from '#server/db/require-game.ts';
import { hasAchievements } from '#server/features/achievements/read-achievements.ts';
import { comparePlaces, type GameCatalogue } from '#server/features/games/game-catalogue.ts';
import { createKeptReplies } from '#server/features/games/kept-replies.ts';
import type { CatalogueGame } from '#server/features/games/read-catalogue-games.ts';
import { createGamesReader, type ReadViewer } from '#server/features/games/read-games.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import type { ReplyOfRoute } from '#model/route.ts';
import type { Api } from '#contract/api.ts';
import { browseGames, gamesPageSize, isOwnFirst } from './browse-games.ts';
import { createGameCardBuilder, findNextCardChange, type GameCardContext } from './game-cards.ts';
import { createGameListsReader, type GameLists } from './game-lists.ts';
import { listGameCategories, type CategoryKind } from './list-game-categories.ts';
import { listShelves } from './list-shelves.ts';
import { createOwnGamesReader } from './read-own-games.ts';
import { readPlayerShelves } from './read-player-shelves.ts';

type Reply<Call extends keyof Api['discovery']> = ReplyOfRoute<Api['discovery'][Call]>;

export interface DiscoveryRoutesOptions extends GameCardContext {
  readonly catalogue: GameCatalogue;
}

export function createDiscoveryRoutes(database: Database, options: DiscoveryRoutesOptions): AreaHandlers<'discovery'> {
  const { now, catalogue } = options;
  const { seesHiddenGames } = createGamesReader(database);
  const readOwnGames = createOwnGamesReader(database);
  const readLists = createGameListsReader(catalogue);
  const shelvesIn = createKeptReplies<Locale, Reply<'shelves'>>(now);
  const allKinds = createKeptReplies<'all', Reply<'kinds'>>(now);
  const buildCard = createGameCardBuilder(options);
  const buildCards = (games: readonly CatalogueGame[], locale: Locale | undefined): GameCard[] =>
    games.map((game) => buildCard(game, locale ?? fallbackLocale));
  const findSeesHidden = async ({ hidden }: GameLists, viewer: ReadViewer): Promise<boolean> =>
    hidden.length > 0 && seesHiddenGames(viewer);
  const chooseVisible = (lists: GameLists, names: readonly string[], seesHidden: boolean): CatalogueGame[] =>
    [...new Set(names)].flatMap((name) => {
      const game = lists.byName.get(name);
      return game && (game.published || seesHidden) ? game : [];
    });
  return {
    shelves: async ({ body: { Locale: locale = fallbackLocale } }) => {
      const lists = await readLists();
      return shelvesIn(locale, lists.version, () => {
        const { games, total, first, popular, newest, kinds } = listShelves(lists);
        const Games = buildCards(games, locale);
        const ready = first.find(({ game }) =>
          Games.some((card) => card.GameSystemName === game && !card.InMaintenance),
        );
        const featured = ready ?? first[0];
        const reply = {
          Total: total,
          Games,
          ...(featured && { Featured: featured.game }),
          Popular: popular.map(({ game }) => game),
          New: newest.map(({ game }) => game),
          Kinds: kinds.map((each) => ({
            Kind: each.kind,
            Name: each.name,
            Games: each.games.map(({ game }) => game),
          })),
        };
        return { reply, untilMs: findNextCardChange(games, now()) };
      });
    },
    kinds: async () => {
      const lists = await readLists();
      const list = (kind: CategoryKind) =>
        listGameCategories(lists, kind)
          .slice(0, maxCategories)
          .map(({ name, games }) => ({ Name: name, Games: games.length }));
      return allKinds('all', lists.version, () => ({
        reply: { Genres: list('Genre'), Tags: list('Tag') },
        untilMs: Infinity,
      }));
    },
    own: async ({ body, session }) => {
      const shelves = await readPlayerShelves(database.kysely, session.accountId);
      const lists = await readLists();
      const seesHidden = await findSeesHidden(lists, async () => session);
      const names = [...shelves.played, ...shelves.favorites, ...shelves.friends.map(({ game }) => game)];
      const games = chooseVisible(lists, names, seesHidden);
      const isShown = (name: string): boolean => games.some(({ game }) => game === name);
      return {
        Games: buildCards(games, body.Locale),
        Continue: shelves.played.filter(isShown),
        Favorites: shelves.favorites.filter(isShown),
        Friends: shelves.friends
          .filter(({ game }) => isShown(game))
          .map(({ game, friends }) => ({ Game: game, Friends: friends })),
      };
    },
    browse: async ({ body, session }) => {
      const lists = await readLists();
      const player = await session();
      const [seesHidden, own] = await Promise.all([
        findSeesHidden(lists, async () => player),
        player && isOwnFirst(body) ? readOwnGames(player.accountId) : undefined,
      ]);
      const { games, total } = browseGames(lists, body, { seesHidden, own });
      return { Games: buildCards(games, body.Locale), Total: total, PageSize: gamesPageSize };
    },
    named: async ({ body, session }) => {
      const lists = await readLists();
      const games = chooseVisible(lists, body.Games, await findSeesHidden(lists, session));
      return { Games: buildCards(games.toSorted(comparePlaces), body.Locale) };
    },
    about: async ({ body, session }) => {
      const lists = await readLists();
      const [game] = chooseVisible(lists, [body.Game], await findSeesHidden(lists, session));
      if (!game) throw buildUnknownGameProblem(body.Game);
      return {
        Plays: game.plays,
        Players: game.players,
        ...(game.released_at && { ReleasedAt: game.released_at.toISOString() }),
        HasAchievements: await hasAchievements(database.kysely, body.Game),
        Related: buildCards(lists.related(game.game), body.Locale),
      };
    },
  };
}

const maxCategories = 60;
