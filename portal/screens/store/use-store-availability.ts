import { useQuery } from '@tanstack/react-query';
import { storeAvailabilityQuery } from '#portal/queries/products-query.ts';

/**
 * Whether a game sells anything to this visitor.
 * @param expected the value until that is known, or if the request fails
 */
export const useStoreAvailability = (game: string, expected = false): boolean =>
  useQuery(storeAvailabilityQuery(game)).data?.Available ?? expected;
