import { useEffect, useRef, useSyncExternalStore } from 'react';
import { apiClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import { sessionToken, subscribeToToken } from '#portal/session-token.ts';
import type { SignInModalState } from './sign-in-modal-state.ts';
import type { CompletedSignIn } from './sign-in-step.ts';

export function useProofInOtherTab(
  state: SignInModalState,
  isProving: boolean,
  listeners: { readonly onToken: (signedIn: CompletedSignIn) => void; readonly close: () => void },
): void {
  const token = useSyncExternalStore(subscribeToToken, sessionToken);
  const known = useRef(token);
  const latest = useRef(listeners);
  useEffect(() => {
    latest.current = listeners;
  });
  useEffect(() => {
    if (!isProving || token === known.current) return;
    known.current = token;
    if (state.made(token)) return;
    if (token === undefined) return latest.current.close();
    apiClient.profile.get({}).then(
      ({ AccountId }) => latest.current.onToken({ token, accountId: AccountId }),
      (error: unknown) => {
        log.warn('The account that signed in in another tab could not be read.', error);
        latest.current.close();
      },
    );
  }, [isProving, token, state]);
}
