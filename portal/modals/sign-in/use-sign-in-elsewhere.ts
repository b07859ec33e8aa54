import { useEffect, useRef, useState } from 'react';
import { log } from '#portal/log.ts';
import { isSignedIn, readProfile, useSession } from '#portal/session.ts';
import type { SignInLife } from './sign-in-life.ts';

/** Closes the modal when somebody has signed in without it, as in another tab, where the link of a mail was opened. */
export function useSignInElsewhere(
  life: SignInLife,
  listeners: { readonly onSignedIn?: ((accountId: string) => void) | undefined; readonly close: () => void },
): void {
  const session = useSession();
  const [first] = useState(session);
  const latest = useRef(listeners);
  useEffect(() => {
    latest.current = listeners;
  });
  useEffect(() => {
    if (session === first || !isSignedIn() || !life.claimSession()) return;
    latest.current.close();
    readProfile().then(
      ({ AccountId }) => latest.current.onSignedIn?.(AccountId),
      (error: unknown) => log.warn('Who signed in elsewhere could not be asked.', error),
    );
  }, [session, first, life]);
}
