import { useQuery } from '@tanstack/react-query';
import { client } from '#portal/api.ts';
import { useSession } from '#portal/session.ts';

/** The player's own review of a game, and whether there may be one; nothing is asked when nobody is signed in. */
export function useReview(game: string) {
  const session = useSession();
  return useQuery({
    queryKey: ['review', session, game],
    queryFn: () => client.reviews.get({ Game: game }),
    enabled: session > 0,
    // Playing once is what it takes, and a game may have asked meanwhile.
    staleTime: 0,
  });
}
