// Asks the player to prove their identity again, in the sign-in modal. Typed input stays, because the page treats the
// new session as the same one.
import type { QueryClient } from '@tanstack/react-query';
import { apiClient } from '#portal/api.ts';
import type { OpenModal } from '#portal/shell/open-modal.ts';
import { deferSessionChange, sessionToken } from '#portal/session-token.ts';
import { endOtherSession } from '#portal/sign-in/end-other-session.ts';
import { mapProvidersToIdentityTypes } from '#portal/sign-in/sign-in-methods.ts';
import { accountToProve } from './account-to-prove.ts';

export async function proveInModal(openModal: OpenModal, queries: QueryClient): Promise<boolean> {
  const before = sessionToken();
  if (before === undefined) return false;
  const prove = accountToProve(await apiClient.profile.overview({}), mapProvidersToIdentityTypes());
  let signedInAs: string | undefined;
  const release = deferSessionChange();
  try {
    await openModal('signIn', { prove, onSignedIn: (accountId) => (signedInAs = accountId) });
  } finally {
    // The player may have switched accounts in another tab.
    release(signedInAs === undefined ? sessionToken() !== before : signedInAs !== prove.accountId);
  }
  if (signedInAs !== prove.accountId) return false;
  // The server ends a renewed session by itself, but not a handed-over session or a game's.
  if (prove.why === 'handed' || prove.why === 'game') await endOtherSession(before);
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['overview'] }),
    queries.invalidateQueries({ queryKey: ['profile'] }),
  ]);
  return true;
}
