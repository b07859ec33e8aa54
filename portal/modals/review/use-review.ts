import { useQuery } from '@tanstack/react-query';
import { apiClient } from '#portal/api.ts';
import { useSession } from '#portal/session.ts';

/**
 * The player's own review of a game, and whether they may write one. Makes no request if the player is not signed in.
 */
export function useReview(game: string) {
  const session = useSession();
  return useQuery({
    queryKey: ['review', session, game],
    queryFn: () => apiClient.reviews.get({ Game: game }),
    enabled: session > 0,
    // Playing the game once makes a review possible, and the game may have opened the review modal since.
    staleTime: 0,
  });
}
