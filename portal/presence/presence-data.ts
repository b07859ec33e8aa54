// Friends' presence in the query cache: written by `PresenceSync`, read by the lists of friends.
import { useQuery } from '@tanstack/react-query';
import type { FriendEvents } from '#model/friend.ts';
import { useSessionNumber } from '#portal/session.ts';

type Present = FriendEvents['presence'];

export const presenceKey = (session: number) => ['presence', session] as const;

/** Makes no request: the presence stream fills the cache. */
export function usePresence(): ReadonlyMap<string, Present> {
  const session = useSessionNumber();
  const { data } = useQuery<readonly Present[]>({
    queryKey: presenceKey(session),
    queryFn: () => [],
    enabled: false,
    staleTime: Infinity,
  });
  return new Map((data ?? []).map((each) => [each.FriendAccountId, each]));
}
