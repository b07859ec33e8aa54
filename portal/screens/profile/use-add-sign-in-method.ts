import { useQueryClient } from '@tanstack/react-query';
import type { AccountOverview } from '#model/account.ts';
import { analyticsEventIds } from '#model/analytics-events.ts';
import { trackEvent } from '#portal/analytics/track-event.ts';
import { apiClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import { useOpenModal } from '#portal/shell/open-modal.ts';
import { currentSessionNumber } from '#portal/session-token.ts';
import { useProfileAccount } from './account-context.ts';
import { findAddedIdentities } from './find-added-identities.ts';
import { isProofMissingError } from '#portal/sign-in/change-error.ts';
import { accountOverviewKey } from './use-overview.ts';

export interface SignInMethodToProve {
  readonly provider: string;
  readonly email?: string | undefined;
}

/** Opens the sign-in modal to add a sign-in method. The player has to prove their identity first, except a guest. */
export function useAddSignInMethod(): (method?: SignInMethodToProve) => Promise<void> {
  const openModal = useOpenModal();
  const queries = useQueryClient();
  const { overview } = useProfileAccount();
  return async (method) => {
    if (!overview.Account.Guest && !(await isSure())) return;
    await openModal('signIn', {
      addToAccount: true,
      ...(method && { allowedProviders: [method.provider], emails: method.email === undefined ? [] : [method.email] }),
    });
    await queries.invalidateQueries({ queryKey: ['overview'] });
    const now = queries.getQueryData<AccountOverview>(accountOverviewKey(currentSessionNumber()));
    for (const { Type } of findAddedIdentities(overview, now))
      trackEvent(analyticsEventIds.SocialIdentifierAdded, { columns: { S1: Type } });
  };
}

async function isSure(): Promise<boolean> {
  try {
    return (await apiClient.auth.confirmFresh({})).Success;
  } catch (error) {
    // The player cancelled the identity check.
    if (isProofMissingError(error)) return false;
    // The modal shows other errors when it is used.
    log.warn('Whether the session is fresh could not be checked.', error);
    return true;
  }
}
