import { useQuery } from '@tanstack/react-query';
import { storeAvailabilityQuery } from '#portal/queries/products-query.ts';

/**
 * Whether a game sells anything to whoever looks.
 * @param expected what counts until that is known, and when nobody can be asked
 */
export const useStoreAvailability = (game: string, expected = false): boolean =>
  useQuery(storeAvailabilityQuery(game)).data?.Available ?? expected;
