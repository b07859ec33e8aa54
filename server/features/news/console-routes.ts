import type { Static } from 'typebox';
import type { OperatorArticle } from '#contract/console/news.ts';
import { locales } from '#model/locale.ts';
import type { Database } from '#server/db/database.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { readNews, type SelectedNewsRow } from './read-news.ts';

export const createOperatorNewsRoutes = ({
  kysely,
}: Pick<Database, 'kysely'>): Pick<AreaHandlers<'operatorNews'>, 'list'> => ({
  list: async ({ query: { Game, BeforeArticleId, Limit = 50 } }) => {
    const rows = await readNews(kysely, { game: Game, locales, before: BeforeArticleId, limit: Limit });
    return { Articles: rows.map(describeArticle) };
  },
});

const describeArticle = (row: SelectedNewsRow): Static<typeof OperatorArticle> => ({
  ArticleId: row.news_id,
  ...(row.game !== null && { Game: row.game }),
  PublishedAt: row.created_at.toISOString(),
  // Only operators write them, in the contract's format.
  Messages: row.messages as Static<typeof OperatorArticle>['Messages'],
  Priority: row.priority,
  ...(row.link !== null && { Link: row.link }),
  ...(row.icon_url !== null && { IconUrl: row.icon_url }),
  ...(row.image_url !== null && { ImageUrl: row.image_url }),
  Tags: row.tags,
});
