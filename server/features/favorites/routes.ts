import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { addFavorite, readFavorites, removeFavorite } from './favorites.ts';

export function createFavoritesRoutes(database: Database): AreaHandlers<'favorites'> {
  const { kysely } = database;
  const { requireGame } = createGamesReader(database);
  return {
    list: async ({ session }) => ({ Games: await readFavorites(kysely, session.accountId, session.game) }),
    add: async ({ session, body }) => {
      await requireGame(body.Game);
      const outcome = await addFavorite(kysely, session.accountId, body.Game);
      if (outcome === 'no such account') throw new Problem('Unauthenticated');
      return { Added: outcome === 'added' };
    },
    remove: async ({ session, body }) => {
      await requireGame(body.Game);
      return { Removed: await removeFavorite(kysely, session.accountId, body.Game) };
    },
  };
}
