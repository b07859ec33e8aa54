import { queryOptions } from '@tanstack/react-query';
import type { Locale } from '#model/locale.ts';
import { getApiClientForQueries } from '#portal/api-client-for-queries.ts';
import { retryUnlessClientError } from './create-query-client.ts';

/** @param currency by default that of the visitor's country */
export const productsQuery = (game: string, locale: Locale, currency?: string) =>
  queryOptions({
    queryKey: ['products', game, locale, currency],
    queryFn: ({ client }) =>
      getApiClientForQueries(client).store.storeData({
        Game: game,
        Locale: locale,
        ...(currency !== undefined && { Currency: currency }),
      }),
    retry: retryUnlessClientError(),
    // Prices and sales change.
    staleTime: 60_000,
  });

export const storeAvailabilityQuery = (game: string) =>
  queryOptions({
    queryKey: ['storeAvailability', game],
    queryFn: ({ client }) => getApiClientForQueries(client).store.storeAvailability({ Game: game }),
  });
