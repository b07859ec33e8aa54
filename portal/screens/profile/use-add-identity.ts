import { useQueryClient } from '@tanstack/react-query';
import type { AccountOverview } from '#model/account.ts';
import { analyticsEvents } from '#model/analytics-events.ts';
import { trackEvent } from '#portal/analytics/track-event.ts';
import { useOpenModal } from '#portal/modals/modal-stack.tsx';
import { currentSession } from '#portal/session-token.ts';
import { useAccount } from './account-context.ts';
import { addedIdentities } from './added-identities.ts';
import { overviewKey } from './use-overview.ts';

/** Opens the sign-in modal: to add a way to the account, or for a session that may not change it, to sign in properly. */
export function useAddIdentity(): () => Promise<void> {
  const openModal = useOpenModal();
  const queries = useQueryClient();
  const { canAddIdentity, overview } = useAccount();
  return async () => {
    await openModal('signIn', { addToAccount: canAddIdentity });
    await queries.invalidateQueries({ queryKey: ['overview'] });
    const now = queries.getQueryData<AccountOverview>(overviewKey(currentSession()));
    for (const { Type } of addedIdentities(overview, now))
      trackEvent(analyticsEvents.SocialIdentifierAdded, { columns: { S1: Type } });
  };
}
