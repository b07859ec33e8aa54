import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AccountOverview } from '#model/account.ts';
import { apiClient } from '#portal/api.ts';
import { useSessionNumber } from '#portal/session.ts';
import { useProfileAccount } from './account-context.ts';
import { accountOverviewKey } from './use-overview.ts';

interface Wish {
  readonly game: string;
  readonly share: boolean;
}

/** Whether a game may read the player's email address. Optimistic. */
export function useEmailSharing() {
  const { overview } = useProfileAccount();
  const queries = useQueryClient();
  const key = accountOverviewKey(useSessionNumber());
  const show = (game: string, isShared: boolean): void => {
    queries.setQueryData<AccountOverview>(
      key,
      (before) =>
        before && {
          ...before,
          Games: before.Games.map((each) => (each.Game === game ? { ...each, EmailShared: isShared } : each)),
        },
    );
  };
  const sharing = useMutation({
    mutationFn: ({ game, share }: Wish) => apiClient.profile.shareEmail({ Game: game, Share: share }),
    networkMode: 'always',
    // Changes are sent one after the other, so that the last click wins.
    scope: { id: 'email-sharing' },
    onMutate: async ({ game, share }) => {
      // A pending response would overwrite the optimistic value.
      await queries.cancelQueries({ queryKey: key });
      show(game, share);
    },
    onSuccess: ({ EmailShared }, { game }) => show(game, EmailShared),
    onError: (_, { game, share }) => show(game, !share),
  });
  const { Email, EmailValidated } = overview.Account;
  return { ...sharing, hasAddress: Email !== undefined && EmailValidated };
}
