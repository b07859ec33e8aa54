import type { Database } from '#server/db/database.ts';
import { gamesReader } from '#server/features/games/read-games.ts';
import type { AreaHandlers } from '#server/http/implement.ts';
import { wordsReader } from './words-reader.ts';

export function wordsRoutes(database: Database, now: () => Date): AreaHandlers<'words'> {
  const { requireGame } = gamesReader(database);
  const readFilter = wordsReader(database, now);
  return {
    filter: async ({ body }) => {
      await requireGame(body.Game);
      const { text, changed } = (await readFilter(body.Game))(body.Text);
      return { Text: text, Changed: changed };
    },
  };
}
