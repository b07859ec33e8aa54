import { useQuery } from '@tanstack/react-query';
import { client } from '#portal/api.ts';
import { offeredAmong } from '#portal/signin/sign-in-ways.ts';

/** The ways that a game lets its players sign in by; undefined: whatever the portal offers. */
export function useAllowedProviders(game: string | undefined): readonly string[] | undefined {
  const { data } = useQuery({
    queryKey: ['game', game],
    queryFn: () => client.games.publicConfig({ Game: game ?? '' }),
    enabled: game !== undefined,
  });
  return offeredAmong(data?.AllowedAuthProviders ?? []);
}
