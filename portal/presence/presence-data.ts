// Which friends are here, as the portal keeps it: written by the keeper, read by the lists.
import { useQuery } from '@tanstack/react-query';
import type { FriendEvents } from '#model/friend.ts';
import { useSession } from '#portal/session.ts';

type Present = FriendEvents['presence'];

export const presenceKey = (session: number) => ['presence', session] as const;

/** Friends who are here, by their ids. Nothing is asked: the keeper of the page hears of it. */
export function usePresence(): ReadonlyMap<string, Present> {
  const session = useSession();
  const { data } = useQuery<readonly Present[]>({
    queryKey: presenceKey(session),
    queryFn: () => [],
    enabled: false,
    staleTime: Infinity,
  });
  return new Map((data ?? []).map((each) => [each.FriendAccountId, each]));
}
