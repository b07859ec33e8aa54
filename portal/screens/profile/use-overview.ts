import { useQuery } from '@tanstack/react-query';
import { apiClient } from '#portal/api.ts';
import { useSessionNumber } from '#portal/session.ts';

export const accountOverviewKey = (session: number) => ['overview', session] as const;

/** All data of the profile page. Refetched on every visit, because other devices change it too. */
export function useAccountOverview() {
  const session = useSessionNumber();
  return useQuery({
    queryKey: accountOverviewKey(session),
    queryFn: () => apiClient.profile.overview({}),
    enabled: session > 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}
