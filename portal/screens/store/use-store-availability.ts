import { useQuery } from '@tanstack/react-query';
import { client } from '#portal/api.ts';

/**
 * Whether a game sells anything to whoever looks.
 * @param expected what counts until that is known, and when nobody can be asked
 */
export function useStoreAvailability(game: string, expected = false): boolean {
  const availability = useQuery({
    queryKey: ['storeAvailability', game],
    queryFn: () => client.store.storeAvailability({ Game: game }),
  });
  return availability.data?.Available ?? expected;
}
