// News as the portal asks for them: again after five minutes, and forgotten ten minutes after they were last seen.
import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toLocale, type Locale } from '#model/locale.ts';
import { client } from '#portal/api.ts';
import { isRefusal } from './is-refusal.ts';

const minuteMs = 60_000;
const age = { staleTime: 5 * minuteMs, gcTime: 10 * minuteMs };

export interface NewsOf {
  /** Absent: the portal's. */
  readonly game?: string | undefined;
  readonly tag?: string | undefined;
}

const pageSize = 20;

/** Page by page. */
export const newsQuery = ({ game, tag }: NewsOf, locale: Locale) =>
  infiniteQueryOptions({
    queryKey: ['news', game ?? '', tag ?? '', locale],
    queryFn: ({ pageParam }) =>
      client.info.news({
        Locale: locale,
        Limit: pageSize,
        ...(game !== undefined && { GameSystemName: game }),
        ...(tag !== undefined && { Tag: tag }),
        ...(pageParam !== '' && { Before: pageParam }),
      }),
    initialPageParam: '',
    getNextPageParam: ({ Next }) => Next,
    ...age,
  });

export const newsItemQuery = (id: string, locale: Locale) =>
  queryOptions({
    queryKey: ['news item', id, locale],
    queryFn: () => client.info.newsItem({ Id: id, Locale: locale }),
    retry: (count, error) => count < 1 && !isRefusal(error),
    ...age,
  });

export function useNews(of: NewsOf) {
  const { i18n } = useTranslation();
  return useInfiniteQuery(newsQuery(of, toLocale(i18n.language)));
}

export function useNewsItem(id: string, enabled: boolean) {
  const { i18n } = useTranslation();
  return useQuery({ ...newsItemQuery(id, toLocale(i18n.language)), enabled });
}
