import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#contract/api-error.ts';
import type { Locale } from '#model/locale.ts';
import { client } from '#portal/api.ts';

/** What a game sells. While another currency or language loads, what was there stays. */
export function useProducts(game: string, locale: Locale, currency: string | undefined) {
  return useQuery({
    queryKey: ['products', game, locale, currency],
    queryFn: () =>
      client.store.storeData({ Game: game, Locale: locale, ...(currency !== undefined && { Currency: currency }) }),
    placeholderData: (before, query) => (query?.queryKey[1] === game ? before : undefined),
    retry: (count, error) => count < 1 && !(error instanceof ApiError && error.status === 404),
    // Prices and sales change.
    staleTime: minuteMs,
  });
}

const minuteMs = 60_000;
