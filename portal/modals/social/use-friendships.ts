// Becoming friends and stopping: what the portal asks and does about it. Every change looks at all lists of friends anew. Where a session
// may not, as one of a game, nobody is asked to sign in for a list.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, quietClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import { useSession } from '#portal/session.ts';

type Requests = Awaited<ReturnType<typeof client.friends.requests>>;
export type FriendLink = Requests['Links'][number];
export type FoundPlayer = Awaited<ReturnType<typeof client.friends.find>>['Players'][number];

/** Requests that wait, both ways, and links that still invite. */
export function useRequests() {
  const session = useSession();
  return useQuery({
    queryKey: ['friendRequests', session],
    queryFn: () => quietClient.friends.requests({}),
    enabled: session > 0,
    staleTime: ageMs,
  });
}

export function useBlocks() {
  const session = useSession();
  return useQuery({
    queryKey: ['friendBlocks', session],
    queryFn: () => quietClient.friends.blocks({}),
    enabled: session > 0,
    staleTime: ageMs,
  });
}

/** Whom a platform knows as a friend of both sides. */
export function useSuggestions() {
  const session = useSession();
  return useQuery({
    queryKey: ['friendSuggestions', session],
    queryFn: () => quietClient.friends.suggestions({}),
    enabled: session > 0,
    staleTime: ageMs,
  });
}

export function useFindable() {
  const session = useSession();
  return useQuery({
    queryKey: ['friendSettings', session],
    queryFn: () => quietClient.friends.settings({}),
    enabled: session > 0,
  });
}

const changes = {
  accept: (RequestId: string) => client.friends.answerRequest({ RequestId, Accept: true }),
  decline: (RequestId: string) => client.friends.answerRequest({ RequestId, Accept: false }),
  withdraw: (RequestId: string) => client.friends.withdrawRequest({ RequestId }),
  blockSender: (RequestId: string) => client.friends.block({ RequestId }),
  remove: (FriendAccountId: string) => client.friends.remove({ FriendAccountId }),
  block: (FriendAccountId: string) => client.friends.block({ FriendAccountId }),
  unblock: (BlockId: string) => client.friends.unblock({ BlockId }),
  revoke: (LinkId: string) => client.friends.revokeLink({ LinkId }),
} as const;

export type FriendAction = keyof typeof changes;

/** One of the changes, by the id of what it is about. What was gone already is gone. */
export function useFriendChange() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ change, id }: { change: FriendAction; id: string }) => changes[change](id),
    networkMode: 'always',
    onError: (error, { change }) => log.warn(`Friends could not be changed: ${change}.`, error),
    onSettled: async () => {
      for (const name of friendLists) await queries.invalidateQueries({ queryKey: [name] });
    },
  });
}

/** Asks somebody who was found, or suggested, to be friends. */
export function useAsking() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ PlayerId, Name }: { PlayerId: string; Name?: string }) =>
      client.friends.sendRequest({ PlayerId, ...(Name !== undefined && { Name }) }),
    networkMode: 'always',
    onError: (error) => log.warn('A player could not be asked to be friends.', error),
    onSettled: async () => {
      for (const name of friendLists) await queries.invalidateQueries({ queryKey: [name] });
    },
  });
}

export const friendLists = [
  'friendRequests',
  'friendBlocks',
  'friendSuggestions',
  'friendList',
  'friends',
  'invitations',
] as const;

const ageMs = 30_000;
