import type { Static } from 'typebox';
import type { NewsPriority } from '#model/news.ts';
import type { Database } from '#server/db/database.ts';
import { compileStatement } from '#server/db/define-statement.ts';

export interface NewsRow {
  news_id: string;
  priority: Static<typeof NewsPriority>;
  messages: { Locale: string; Header: string; Message: string }[];
  link: string | null;
  icon_url: string | null;
  image_url: string | null;
  tags: string[];
  created_at: Date;
}

const most = 50;

/** The newest news of a game, or of the portal itself when no game is given. */
export function createNewsReader(database: Database): (game: string | undefined) => Promise<NewsRow[]> {
  const newest = database.kysely
    .selectFrom('news')
    .select(['news_id', 'priority', 'messages', 'link', 'icon_url', 'image_url', 'tags', 'created_at'])
    .orderBy('created_at', 'desc');
  // What was written to the table was checked against the model, so its priority is one of the names.
  const ofGame = database.prepare(
    compileStatement(({ game }: { game: string }) => newest.where('game', '=', game).limit(most)),
  );
  const ofPortal = database.prepare(compileStatement(() => newest.where('game', 'is', null).limit(most)));
  return async (game) => (game === undefined ? await ofPortal({}) : await ofGame({ game })) as NewsRow[];
}
