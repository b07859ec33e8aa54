import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#contract/api-error.ts';
import { client } from '#portal/api.ts';

export function useGameConfig(game: string) {
  return useQuery({
    queryKey: ['game', game],
    queryFn: () => client.games.publicConfig({ Game: game }),
    retry: (count, error) => count < 1 && !(error instanceof ApiError && error.status === 404),
  });
}
