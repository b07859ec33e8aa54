import { useQuery } from '@tanstack/react-query';
import { apiClient } from '#portal/api.ts';
import { useSessionNumber } from '#portal/session.ts';

/** Services that the player can connect to a game, or to all their games. */
export function useGameServices(game?: string, isNeeded = true) {
  const session = useSessionNumber();
  return useQuery({
    queryKey: ['services', session, game ?? ''],
    queryFn: async () => (await apiClient.profile.services({ ...(game !== undefined && { Game: game }) })).Services,
    enabled: session > 0 && isNeeded,
  });
}
