// News, stale after five minutes and removed from the cache ten minutes after the last use.
import { queryOptions } from '@tanstack/react-query';
import type { Locale } from '#model/locale.ts';
import { getApiClientForQueries } from '#portal/api-client-for-queries.ts';
import { retryUnlessClientError } from './create-query-client.ts';

const minuteMs = 60_000;
const age = { staleTime: 5 * minuteMs, gcTime: 10 * minuteMs };
const pageSize = 20;

export interface NewsFilter {
  readonly game?: string | undefined;
  readonly tag?: string | undefined;
  readonly before?: string | undefined;
}

export const newsQuery = ({ game, tag, before }: NewsFilter, locale: Locale) =>
  queryOptions({
    queryKey: ['news', game ?? '', tag ?? '', before ?? '', locale],
    queryFn: ({ client }) =>
      getApiClientForQueries(client).info.news({
        Locale: locale,
        Limit: pageSize,
        ...(game !== undefined && { GameSystemName: game }),
        ...(tag !== undefined && { Tag: tag }),
        ...(before !== undefined && { Before: before }),
      }),
    ...age,
  });

export const newsItemQuery = (id: string, locale: Locale) =>
  queryOptions({
    queryKey: ['news item', id, locale],
    queryFn: ({ client }) => getApiClientForQueries(client).info.newsItem({ Id: id, Locale: locale }),
    retry: retryUnlessClientError(),
    ...age,
  });
