import { useEffect, useRef, useState } from 'react';
import { log } from '#portal/log.ts';
import { isSignedIn, readProfile, useSessionNumber } from '#portal/session.ts';
import type { SignInModalState } from './sign-in-modal-state.ts';

/** Closes the modal when the player has signed in in another tab, as with the mail's link. */
export function useSignInInOtherTab(
  state: SignInModalState,
  listeners: { readonly onSignedIn?: ((accountId: string) => void) | undefined; readonly close: () => void },
): void {
  const session = useSessionNumber();
  const [first] = useState(session);
  const latest = useRef(listeners);
  useEffect(() => {
    latest.current = listeners;
  });
  useEffect(() => {
    if (session === first || !isSignedIn() || !state.claimSession()) return;
    latest.current.close();
    readProfile().then(
      ({ AccountId }) => latest.current.onSignedIn?.(AccountId),
      (error: unknown) => log.warn('The account that signed in in another tab could not be read.', error),
    );
  }, [session, first, state]);
}
