import { useQuery } from '@tanstack/react-query';
import { apiClient } from '#portal/api.ts';
import { useSessionNumber } from '#portal/session.ts';

/** Products that the player has bought and not refunded. @param isWanted if false, no request is made */
export function useOwnedSkus(game: string, isWanted: boolean): ReadonlySet<string> {
  const session = useSessionNumber();
  const owned = useQuery({
    queryKey: ['orders', session, 'owned', game],
    queryFn: () => readOwned(game),
    enabled: isWanted && session > 0,
    staleTime: 0,
  });
  return owned.data ?? nothing;
}

const nothing: ReadonlySet<string> = new Set();
const pageSize = 100;
// Bounds the number of requests.
const maxPages = 10;

async function readOwned(game: string): Promise<ReadonlySet<string>> {
  const owned = new Set<string>();
  let before: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const { Orders, Next } = await apiClient.store.orders({
      Game: game,
      Limit: pageSize,
      ...(before !== undefined && { Before: before }),
    });
    for (const { Sku, AdditionalProducts = [], CheckoutStatus } of Orders)
      if (CheckoutStatus === 'Payed') for (const each of [{ Sku }, ...AdditionalProducts]) owned.add(each.Sku);
    if (Next === undefined) break;
    before = Next;
  }
  return owned;
}
