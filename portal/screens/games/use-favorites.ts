import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import { currentSessionNumber } from '#portal/session-token.ts';
import { useSessionNumber } from '#portal/session.ts';

const keyOf = (session: number) => ['favorites', session] as const;

export function useFavorites() {
  const session = useSessionNumber();
  return useQuery({
    queryKey: keyOf(session),
    queryFn: async () => (await apiClient.favorites.list({})).Games,
    enabled: session > 0,
    // Games can add themselves to the favourites, so cached data may be outdated.
    staleTime: 0,
  });
}

/** Optimistic, and rolled back on failure. */
export function useChangeFavorite(game: string) {
  const queries = useQueryClient();
  return useMutation({
    // Changes are sent one after the other.
    scope: { id: `favorite ${game}` },
    mutationFn: async (wanted: boolean): Promise<void> => {
      await (wanted ? apiClient.favorites.add({ Game: game }) : apiClient.favorites.remove({ Game: game }));
    },
    networkMode: 'always',
    onMutate: async (wanted) => {
      const key = keyOf(currentSessionNumber());
      await queries.cancelQueries({ queryKey: key });
      const before = queries.getQueryData<string[]>(key);
      const others = (before ?? []).filter((each) => each !== game);
      queries.setQueryData(key, wanted ? [game, ...others] : others);
      return { key, before };
    },
    onError: (error, _, changed) => {
      log.warn(`The favourite ${game} could not be changed.`, error);
      if (changed) queries.setQueryData(changed.key, changed.before ?? []);
    },
    onSettled: (_, __, ___, changed) => (changed ? queries.invalidateQueries({ queryKey: changed.key }) : undefined),
  });
}
