import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toLocale } from '#model/locale.ts';
import { apiClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import { useSessionNumber } from '#portal/session.ts';

export type FriendListEntry = Awaited<ReturnType<typeof apiClient.friends.list>>['Friends'][number];
type FriendInvite = Awaited<ReturnType<typeof apiClient.friends.invites>>['Invites'][number];

/** With a game, also whether friends play it and can be invited. */
export function useFriendList(game?: string) {
  const session = useSessionNumber();
  return useQuery({
    queryKey: listKey(session, game),
    queryFn: () => apiClient.friends.list(game === undefined ? {} : { Game: game }),
    enabled: session > 0,
    staleTime: ageMs,
  });
}

/** The number of friends, formatted and as a label; 0 and no text before it has loaded. */
export function useFriendCount(game: string | undefined) {
  const { t, i18n } = useTranslation();
  const list = useFriendsWithActivity(game).data?.Friends;
  // A friend may appear in several lines.
  const count = new Set(list?.map((line) => line.FriendAccountId)).size;
  const number = new Intl.NumberFormat(i18n.language).format(count);
  return { count, number, title: list ? t('social.count', { number }) : t('social.title') };
}

/** Friends with their activity in a game, or all friends. Reading it does not reveal the player's own presence. */
export function useFriendsWithActivity(game: string | undefined) {
  const session = useSessionNumber();
  return useQuery<{ readonly Friends: readonly ShownFriend[] }>({
    queryKey: game === undefined ? listKey(session, game) : ['friends', session, game],
    queryFn: () => (game === undefined ? apiClient.friends.list({}) : apiClient.friends.status({ Game: game })),
    enabled: session > 0,
    staleTime: ageMs,
  });
}

type ShownFriend = Awaited<ReturnType<typeof apiClient.friends.status>>['Friends'][number] | FriendListEntry;

export function useReceivedInvitations(game?: string) {
  const session = useSessionNumber();
  const locale = toLocale(useTranslation().i18n.language);
  return useQuery({
    queryKey: ['invitations', session, locale, game ?? ''],
    queryFn: () => apiClient.friends.invites({ Locale: locale, ...(game !== undefined && { Game: game }) }),
    enabled: session > 0,
    staleTime: ageMs,
  });
}

export function useDismissInvitation() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ FriendAccountId, Game }: FriendInvite) => apiClient.friends.dismissInvite({ FriendAccountId, Game }),
    networkMode: 'always',
    onError: (error, { Game }) => log.warn(`An invitation to ${Game} could not be dismissed.`, error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['invitations'] }),
  });
}

/** After the first failure no more invitations are sent. */
export interface InviteBatchResult {
  readonly invited: number;
  readonly failed: boolean;
}

/** Sends invitations one after the other, and refetches who can be invited. */
export function useInviteFriends(game: string) {
  const queries = useQueryClient();
  const session = useSessionNumber();
  return useMutation({
    networkMode: 'always',
    mutationFn: async ({ ids, message }: { ids: readonly string[]; message: string }): Promise<InviteBatchResult> => {
      let invited = 0;
      try {
        for (const FriendAccountId of ids) {
          const { Success } = await apiClient.friends.sendInviteNotification({
            Game: game,
            FriendAccountId,
            ...(message !== '' && { Message: message }),
          });
          if (Success) invited += 1;
        }
        return { invited, failed: false };
      } catch (error) {
        log.warn(`Not all friends could be invited to ${game}.`, error);
        return { invited, failed: true };
      } finally {
        await queries.invalidateQueries({ queryKey: listKey(session, game) });
      }
    },
  });
}

const listKey = (session: number, game: string | undefined) => ['friendList', session, game ?? ''] as const;

const ageMs = 30_000;
