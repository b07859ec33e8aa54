import type { Static } from 'typebox';
import type { NewsItem } from '#model/news.ts';

export type NewsItem = Static<typeof NewsItem>;

/** Important news come first for a while; the rest is sorted newest first. */
export function sortNews(items: readonly NewsItem[], now: Date): NewsItem[] {
  const isPinned = ({ Priority, CreatedAt }: NewsItem): boolean =>
    (Priority === 'Critical' || Priority === 'Alert') && now.getTime() - Date.parse(CreatedAt) < pinnedMs;
  const rankOf = (item: NewsItem): number => (isPinned(item) ? (item.Priority === 'Critical' ? 0 : 1) : 2);
  return items.toSorted((one, other) => rankOf(one) - rankOf(other));
}

const pinnedMs = 14 * 24 * 3_600_000;
