import { queryOptions } from '@tanstack/react-query';
import type { Locale } from '#model/locale.ts';
import { apiOf } from '#portal/api-of.ts';

export const gamesQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['games', locale],
    queryFn: async ({ client }) => (await apiOf(client).games.list({ Locale: locale })).Games,
  });
