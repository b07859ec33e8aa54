import { fallbackLocale, type Locale } from '#model/locale.ts';
import type { Database } from '#server/db/database.ts';
import type { AreaHandlers } from '#server/http/implement.ts';
import { createNewsReader, type NewsRow } from './read-news.ts';

export function createNewsRoutes(database: Database): Pick<AreaHandlers<'info'>, 'news'> {
  const readNews = createNewsReader(database);
  return {
    news: async ({ body }) => {
      const rows = await readNews(body.GameSystemName);
      return { News: rows.flatMap((row) => toWire(row, body.Locale)) };
    },
  };
}

/** One item with its message in the language, else in English; an item in neither is not shown. */
function toWire(row: NewsRow, locale: Locale) {
  const message =
    row.messages.find(({ Locale }) => Locale === locale) ??
    row.messages.find(({ Locale }) => Locale === fallbackLocale);
  if (!message) return [];
  return [
    {
      Id: row.news_id,
      CreatedAt: row.created_at.toISOString(),
      Messages: [message],
      Priority: row.priority,
      ...(row.link !== null && { Link: row.link }),
      ...(row.icon_url !== null && { IconUrl: row.icon_url }),
      ...(row.image_url !== null && { ImageUrl: row.image_url }),
      Tags: row.tags,
    },
  ];
}
