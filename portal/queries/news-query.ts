import { queryOptions } from '@tanstack/react-query';
import type { Locale } from '#model/locale.ts';
import { apiOf } from '#portal/api-of.ts';

const minuteMs = 60_000;

/** What there is to tell about a game. */
export const newsQuery = (game: string, locale: Locale) =>
  queryOptions({
    queryKey: ['news', game, locale],
    queryFn: ({ client }) => apiOf(client).info.news({ GameSystemName: game, Locale: locale }),
    staleTime: 5 * minuteMs,
    gcTime: 10 * minuteMs,
  });
