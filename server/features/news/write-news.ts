import type { Transaction } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import type { NewsFile } from './read-news-file.ts';

export const toNewsColumns = (news: NewsFile, game: string | undefined) => ({
  game: game ?? null,
  priority: news.Priority ?? 'News',
  messages: news.Messages,
  link: news.Link ?? null,
  icon_url: news.IconUrl ?? null,
  image_url: news.ImageUrl ?? null,
  tags: news.Tags ?? [],
});

export async function writeNews(
  trx: Transaction<Tables>,
  { news_id, ...news }: ReturnType<typeof toNewsColumns> & { readonly news_id: string; readonly created_at?: Date },
): Promise<void> {
  const row = { ...news, messages: JSON.stringify(news.messages) };
  await trx
    .insertInto('news')
    .values({ ...row, news_id })
    .onConflict((conflict) => conflict.column('news_id').doUpdateSet(row))
    .execute();
}
