import { queryOptions } from '@tanstack/react-query';
import type { ProductEntry } from '#model/product-entry.ts';
import { api } from '#console/api.ts';

export const storeQuery = (game: string) =>
  queryOptions({
    queryKey: ['store', game],
    queryFn: () => api.operatorProducts.show({ Game: game }),
    // Reading again would discard what the operator has typed.
    staleTime: Infinity,
  });

export type StoreTable = Awaited<ReturnType<typeof api.operatorProducts.show>>;
export type Product = ProductEntry;
