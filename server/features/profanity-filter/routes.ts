import type { Database } from '#server/db/database.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import type { ReadFilter } from './profanity-filter-reader.ts';

export function createProfanityFilterRoutes(database: Database, readFilter: ReadFilter): AreaHandlers<'words'> {
  const { requireGame } = createGamesReader(database);
  return {
    filter: async ({ body, caller }) => {
      await requireGame(body.Game);
      const { text, changed } = (await readFilter(body.Game, body.Locale ?? caller().locale))(body.Text);
      return { Text: text, Changed: changed };
    },
  };
}
