// Finding games. Data that is the same for all visitors is cached for some seconds.
import type { GameCard } from '#contract/discovery.ts';
import { fallbackLocale, type Locale } from '#model/locale.ts';
import type { Database } from '#server/db/database.ts';
import { buildUnknownGameProblem } from '#server/db/require-game.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { markReplyForCaching } from '#server/http/cached-reply.ts';
import { browseGames, gamesPageSize } from './browse-games.ts';
import { buildGameCard, type GameCardContext, type GameCardRow } from './game-cards.ts';
import { cacheForSeconds } from './cache-for-seconds.ts';
import { readGameStatistics } from './read-game-statistics.ts';
import { readGameCategories, type GameCategory } from './read-game-categories.ts';
import { readGamesByName } from './read-games-by-name.ts';
import { readPlayerShelves } from './read-player-shelves.ts';
import { hasAchievements } from '#server/features/achievements/read-achievements.ts';
import { readRelatedGames } from './read-related-games.ts';
import { readShelves } from './read-shelves.ts';

const keptSeconds = 10;

export function createDiscoveryRoutes({ kysely }: Database, place: GameCardContext): AreaHandlers<'discovery'> {
  const cardsOf = (rows: readonly GameCardRow[], locale: Locale): GameCard[] =>
    rows.map((row) => buildGameCard(row, locale, place));
  const kept = { seconds: keptSeconds, now: place.now };
  const readRows = cacheForSeconds(kept, () => readShelves(kysely));
  const readAllKinds = cacheForSeconds(kept, async () => {
    const kinds = await readGameCategories(kysely);
    return markReplyForCaching({ Genres: namesOf(kinds, 'Genre'), Tags: namesOf(kinds, 'Tag') });
  });
  const readInLanguage = cacheForSeconds(kept, async (locale: Locale) => {
    const { rows, total, first, popular, newest, kinds } = await readRows('all');
    const Games = cardsOf(rows, locale);
    const ready = first.find((game) => Games.some((card) => card.GameSystemName === game && !card.InMaintenance));
    const featured = ready ?? first[0];
    return markReplyForCaching({
      Total: total,
      Games,
      ...(featured !== undefined && { Featured: featured }),
      Popular: [...popular],
      New: [...newest],
      Kinds: kinds.map(({ kind, name, games }) => ({ Kind: kind, Name: name, Games: games })),
    });
  });
  return {
    shelves: ({ body }) => readInLanguage(body.Locale ?? fallbackLocale),
    kinds: () => readAllKinds('all'),
    own: async ({ body, session }) => {
      const { rows, played, favorites, friends } = await readPlayerShelves(kysely, session.accountId);
      return {
        Games: cardsOf(rows, body.Locale ?? fallbackLocale),
        Continue: [...played],
        Favorites: [...favorites],
        Friends: friends.map(({ game, friends: count }) => ({ Game: game, Friends: count })),
      };
    },
    browse: async ({ body, session }) => {
      const { rows, total } = await browseGames(kysely, body, (await session())?.accountId);
      return { Games: cardsOf(rows, body.Locale ?? fallbackLocale), Total: total, PageSize: gamesPageSize };
    },
    named: async ({ body, session }) => ({
      Games: cardsOf(
        await readGamesByName(kysely, body.Games, (await session())?.accountId),
        body.Locale ?? fallbackLocale,
      ),
    }),
    about: async ({ body, session }) => {
      const viewer = (await session())?.accountId;
      const [figures, related, isWithAchievements] = await Promise.all([
        readGameStatistics(kysely, body.Game, viewer),
        readRelatedGames(kysely, body.Game),
        hasAchievements(kysely, body.Game),
      ]);
      if (!figures) throw buildUnknownGameProblem(body.Game);
      return {
        Plays: figures.plays,
        Players: figures.players,
        ...(figures.released_at && { ReleasedAt: figures.released_at.toISOString() }),
        HasAchievements: isWithAchievements,
        Related: cardsOf(related, body.Locale ?? fallbackLocale),
      };
    },
  };
}

const namesOf = (kinds: readonly GameCategory[], wanted: GameCategory['kind']): { Name: string; Games: number }[] =>
  kinds.filter(({ kind }) => kind === wanted).map(({ name, games }) => ({ Name: name, Games: games }));
