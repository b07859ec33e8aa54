import type { Generated, JSONColumnType } from 'kysely';
import type { Static } from 'typebox';
import type { Locale } from '#model/locale.ts';
import type { NewsPriority } from '#model/news.ts';

export interface NewsRow {
  news_id: string;
  game: string | null;
  priority: Static<typeof NewsPriority>;
  messages: JSONColumnType<{ Locale: Locale; Header: string; Message: string }[]>;
  link: string | null;
  icon_url: string | null;
  image_url: string | null;
  tags: Generated<string[]>;
  created_at: Generated<Date>;
}
