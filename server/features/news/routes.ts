import { fallbackLocale, type Locale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { ReplicaReads } from '#server/db/replica-reads.ts';
import { describePicture } from '#server/features/pictures/describe-picture.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { readNews, readNewsItem, type SelectedNewsRow } from './read-news.ts';

const defaultLimit = 50;

export function createNewsRoutes(
  replicaReads: Pick<ReplicaReads, 'read'>,
  basePath: string,
): Pick<AreaHandlers<'info'>, 'news' | 'newsItem'> {
  return {
    news: async ({ body }) => {
      const { GameSystemName: game, Locale, Tag: tag, Before: before, Limit = defaultLimit } = body;
      const locales = [Locale, fallbackLocale];
      // One extra row shows whether there are more.
      const rows = await replicaReads.read((kysely) =>
        readNews(kysely, { game, locales, tag, before, limit: Limit + 1 }),
      );
      const told = rows.slice(0, Limit);
      const last = told.at(-1);
      return {
        News: told.flatMap((row) => toWire(row, Locale, basePath)),
        ...(rows.length > Limit && last && { Next: last.news_id }),
      };
    },
    newsItem: async ({ body }) => {
      const row = await replicaReads.read((kysely) => readNewsItem(kysely, body.Id));
      const [Item] = row ? toWire(row, body.Locale, basePath) : [];
      if (!row || !Item) throw new Problem('NotFound', 'There is no such article.');
      return { Item, ...(row.game !== null && { GameSystemName: row.game }) };
    },
  };
}

/** Falls back to English; without either language the article is not shown. */
function toWire(row: SelectedNewsRow, locale: Locale, basePath: string) {
  const message =
    row.messages.find(({ Locale }) => Locale === locale) ??
    row.messages.find(({ Locale }) => Locale === fallbackLocale);
  if (!message) return [];
  const picture = row.picture && describePicture(row.picture, row.image_url ?? '', basePath);
  return [
    {
      Id: row.news_id,
      CreatedAt: row.created_at.toISOString(),
      Messages: [message],
      Priority: row.priority,
      ...(row.link !== null && { Link: row.link }),
      ...(row.icon_url !== null && { IconUrl: row.icon_url }),
      ...(row.image_url !== null && { ImageUrl: row.image_url }),
      ...(picture && { Picture: picture }),
      Tags: row.tags,
    },
  ];
}
