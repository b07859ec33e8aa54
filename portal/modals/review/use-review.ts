import { useQuery } from '@tanstack/react-query';
import { apiClient } from '#portal/api.ts';
import { useSessionNumber } from '#portal/session.ts';

export function useReview(game: string) {
  const session = useSessionNumber();
  return useQuery({
    queryKey: ['review', session, game],
    queryFn: () => apiClient.reviews.get({ Game: game }),
    enabled: session > 0,
    // Whether the player may review the game changes with the first play.
    staleTime: 0,
  });
}
