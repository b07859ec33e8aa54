// Friend requests, links and blocks. Every change refetches all lists. A session that may not read them, such as a
// game's, gets no sign-in prompt.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiClient, backgroundApiClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import { useSessionNumber } from '#portal/session.ts';

type Requests = Awaited<ReturnType<typeof apiClient.friends.requests>>;
export type FriendInviteLink = Requests['Links'][number];
export type FoundPlayer = Awaited<ReturnType<typeof apiClient.friends.find>>['Players'][number];

export function useFriendRequests() {
  const session = useSessionNumber();
  return useQuery({
    queryKey: ['friendRequests', session],
    queryFn: () => backgroundApiClient.friends.requests({}),
    enabled: session > 0,
    staleTime: ageMs,
  });
}

export function useBlockedPlayers() {
  const session = useSessionNumber();
  return useQuery({
    queryKey: ['friendBlocks', session],
    queryFn: () => backgroundApiClient.friends.blocks({}),
    enabled: session > 0,
    staleTime: ageMs,
  });
}

/** Players who are this player's friends on some platform. */
export function useFriendSuggestions() {
  const session = useSessionNumber();
  return useQuery({
    queryKey: ['friendSuggestions', session],
    queryFn: () => backgroundApiClient.friends.suggestions({}),
    enabled: session > 0,
    staleTime: ageMs,
  });
}

export type FriendSettings = Awaited<ReturnType<typeof apiClient.friends.settings>>;

export function useFriendSettings() {
  const session = useSessionNumber();
  return useQuery({
    queryKey: ['friendSettings', session],
    queryFn: () => backgroundApiClient.friends.settings({}),
    enabled: session > 0,
  });
}

const changes = {
  accept: (RequestId: string) => apiClient.friends.answerRequest({ RequestId, Accept: true }),
  decline: (RequestId: string) => apiClient.friends.answerRequest({ RequestId, Accept: false }),
  withdraw: (RequestId: string) => apiClient.friends.withdrawRequest({ RequestId }),
  blockSender: (RequestId: string) => apiClient.friends.block({ RequestId }),
  remove: (FriendAccountId: string) => apiClient.friends.remove({ FriendAccountId }),
  block: (FriendAccountId: string) => apiClient.friends.block({ FriendAccountId }),
  unblock: (BlockId: string) => apiClient.friends.unblock({ BlockId }),
  revoke: (LinkId: string) => apiClient.friends.revokeLink({ LinkId }),
} as const;

export type FriendAction = keyof typeof changes;

/** If the entry no longer exists, that counts as success. */
export function useFriendAction() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ change, id }: { change: FriendAction; id: string }) => changes[change](id),
    networkMode: 'always',
    onError: (error, { change }) => log.warn(`The friend action ${change} failed.`, error),
    onSettled: async () => {
      for (const name of friendQueryKeys) await queries.invalidateQueries({ queryKey: [name] });
    },
  });
}

export function useSendFriendRequest() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ PlayerId, Name }: { PlayerId: string; Name?: string }) =>
      apiClient.friends.sendRequest({ PlayerId, ...(Name !== undefined && { Name }) }),
    networkMode: 'always',
    onError: (error) => log.warn('A friend request could not be sent.', error),
    onSettled: async () => {
      for (const name of friendQueryKeys) await queries.invalidateQueries({ queryKey: [name] });
    },
  });
}

export const friendQueryKeys = [
  'friendRequests',
  'friendBlocks',
  'friendSuggestions',
  'friendList',
  'friends',
  'invitations',
] as const;

const ageMs = 30_000;
