import { useQuery } from '@tanstack/react-query';
import type { Locale } from '#model/locale.ts';
import { productsQuery } from '#portal/queries/products-query.ts';

/** While another currency or language loads, the previous products stay. */
export function useProducts(game: string, locale: Locale, currency: string | undefined) {
  return useQuery({
    ...productsQuery(game, locale, currency),
    placeholderData: (before, query) => (query?.queryKey[1] === game ? before : undefined),
  });
}
