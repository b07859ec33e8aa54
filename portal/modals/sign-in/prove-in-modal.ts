// Has the person of this session prove again who he is, in the sign-in modal over what he was doing. What he typed there stays:
// to the page it is the same session as before, unless he turns out to be somebody else.
import type { QueryClient } from '@tanstack/react-query';
import { client } from '#portal/api.ts';
import type { OpenModal } from '#portal/shell/open-modal.ts';
import { holdSession, sessionToken } from '#portal/session-token.ts';
import { dropSession } from '#portal/sign-in/drop-session.ts';
import { offeredTypes } from '#portal/sign-in/sign-in-methods.ts';
import { accountToProve } from './account-to-prove.ts';

/** Whether he has. */
export async function proveInModal(openModal: OpenModal, queries: QueryClient): Promise<boolean> {
  const before = sessionToken();
  if (before === undefined) return false;
  const prove = accountToProve(await client.profile.overview({}), offeredTypes());
  let signedInAs: string | undefined;
  const release = holdSession();
  try {
    await openModal('signIn', { prove, onSignedIn: (accountId) => (signedInAs = accountId) });
  } finally {
    // Whoever has left the modal without an answer may have changed accounts in another tab.
    release(signedInAs === undefined ? sessionToken() !== before : signedInAs !== prove.accountId);
  }
  if (signedInAs !== prove.accountId) return false;
  // The server ends a session that is renewed; one that was handed on or is a game's stays beside the new one.
  if (prove.why === 'handed' || prove.why === 'game') await dropSession(before);
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['overview'] }),
    queries.invalidateQueries({ queryKey: ['profile'] }),
  ]);
  return true;
}
