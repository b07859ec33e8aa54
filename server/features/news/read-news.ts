import type { Kysely } from 'kysely';
import type { Static } from 'typebox';
import type { NewsPriority } from '#model/news.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import type { Tables } from '#server/db/tables.ts';
import type { PictureRow } from '#server/features/pictures/describe-picture.ts';

export interface SelectedNewsRow {
  news_id: string;
  game: string | null;
  /** Values were validated before they were written. */
  priority: Static<typeof NewsPriority>;
  messages: { Locale: string; Header: string; Message: string }[];
  link: string | null;
  icon_url: string | null;
  image_url: string | null;
  tags: string[];
  created_at: Date;
  picture: PictureRow | null;
}

export interface NewsRequest {
  readonly game?: string | undefined;
  readonly locales: readonly string[];
  readonly tag?: string | undefined;
  /** Only articles older than this one; none if it does not exist. */
  readonly before?: string | undefined;
  readonly limit: number;
}

export async function readNews(kysely: Kysely<Tables>, wish: NewsRequest): Promise<SelectedNewsRow[]> {
  const readRows = wish.game === undefined ? readPortalNewsRows : readGameNewsRows;
  return readRows(kysely, { ...wish, tag: wish.tag ?? null, before: wish.before ?? null });
}

export async function readNewsItem(kysely: Kysely<Tables>, id: string): Promise<SelectedNewsRow | undefined> {
  const [row] = await readNewsRow(kysely, { id });
  return row;
}

const columns = `news_id, game, priority, messages, link, icon_url, image_url, tags, created_at, (
    select jsonb_build_object('hash', hash, 'width', width, 'height', height, 'widths', widths, 'placeholder', placeholder)
    from content_pictures where hash = substring(image_url from '/pictures/([0-9a-f]{32})/whole[.]webp$') limit 1
  ) as picture`;

type NewsParams = Omit<NewsRequest, 'tag' | 'before'> & { readonly tag: string | null; readonly before: string | null };

/**
 * An index can't answer `is not distinct from`, so news of a game and of the portal have a statement each.
 * @param condition an SQL condition on the game
 */
const listNewsSql = (
  condition: string,
  { locales, tag, before, limit }: Readonly<Record<keyof NewsParams, string>>,
): string => `
  select ${columns} from news
  where ${condition}
    and exists (select from jsonb_array_elements(messages) message where message ->> 'Locale' = any(${locales}::text[]))
    and (${tag}::text is null or ${tag}::text = any(tags))
    and (${before}::uuid is null or
      (created_at, news_id) < (select created_at, news_id from news where news_id = ${before}::uuid))
  order by created_at desc, news_id desc limit ${limit}::int`;
const readGameNewsRows = defineStatement<NewsParams, SelectedNewsRow>((places) =>
  listNewsSql(`game = ${places.game}`, places),
);
const readPortalNewsRows = defineStatement<NewsParams, SelectedNewsRow>((places) =>
  listNewsSql('game is null', places),
);

const readNewsRow = defineStatement<{ id: string }, SelectedNewsRow>(
  ({ id }) => `select ${columns} from news where news_id = ${id}::uuid`,
);
