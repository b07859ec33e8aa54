import { queryOptions } from '@tanstack/react-query';
import type { Locale } from '#model/locale.ts';
import { getApiClientForQueries } from '#portal/api-client-for-queries.ts';

export const gamesQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['games', locale],
    queryFn: async ({ client }) => (await getApiClientForQueries(client).games.list({ Locale: locale })).Games,
  });
