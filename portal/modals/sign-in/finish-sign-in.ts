// Finishes a sign-in: starts the session, unless the player proved the wrong account.
import { log } from '#portal/log.ts';
import { sessionToken } from '#portal/session-token.ts';
import { beginSession } from '#portal/session.ts';
import { endOtherSession } from '#portal/sign-in/end-other-session.ts';
import { signOutNow } from '#portal/sign-in/sign-out-now.ts';
import { trackLogin } from '#portal/sign-in/track-login.ts';
import { forgetMailHandle } from '#portal/sign-in/mail-handle.ts';
import type { SignInModalState } from './sign-in-modal-state.ts';
import type { CompletedSignIn, SignInScreenControls } from './sign-in-step.ts';

export interface FinishSignInDeps {
  readonly state: SignInModalState;
  readonly screen: SignInScreenControls;
  readonly accountToProve: string | undefined;
  /** How long the modal stays open after an email sign-in, to show the success. */
  readonly emailTimeoutMs: number;
  /** Resolves when the merge modal has closed. */
  readonly merge: (mergeToken: string) => Promise<void>;
  /**
   * Calls `onAsk` before it prompts the player; resolves to whether all documents are accepted. Absent: not asked now.
   */
  readonly acceptDocuments: ((onAsk: () => void) => Promise<boolean>) | undefined;
  readonly onSignedIn: ((accountId: string) => void) | undefined;
  readonly close: () => void;
}

export async function finishSignIn(deps: FinishSignInDeps, signedIn: CompletedSignIn, method: string): Promise<void> {
  const { state, screen, accountToProve, emailTimeoutMs } = deps;
  const { token, accountId, mergeToken } = signedIn;
  // An action confirmed for one account must not be done to another.
  if (accountToProve !== undefined && accountId !== accountToProve && mergeToken === undefined)
    return screen.go({ name: 'wrong-account', signedIn });
  beginOwnSession(state, token);
  void trackLogin(method);
  if (method === 'email') {
    forgetMailHandle();
    if (emailTimeoutMs > 0) {
      screen.go({ name: 'done' });
      await new Promise((resolve) => setTimeout(resolve, emailTimeoutMs));
    }
  }
  if (mergeToken !== undefined && state.isOpen()) {
    screen.setCovered(true);
    await deps.merge(mergeToken);
  }
  if (state.isOpen() && !(await hasAccepted(deps))) signOutNow();
  else deps.onSignedIn?.(accountId);
  // Closing navigates back, which must not happen twice.
  if (state.isOpen()) deps.close();
}

/** If the request fails, the player is asked again when they play or buy. */
async function hasAccepted({ acceptDocuments, screen }: FinishSignInDeps): Promise<boolean> {
  try {
    return (await acceptDocuments?.(() => screen.setCovered(true))) ?? true;
  } catch (error) {
    log.warn('The documents to accept could not be loaded.', error);
    return true;
  }
}

/** @param tokenBefore the session token from before the modal opened */
export function restorePreviousSession(
  { state, screen }: FinishSignInDeps,
  { token }: CompletedSignIn,
  tokenBefore: string | undefined,
): void {
  if (tokenBefore !== undefined && sessionToken() !== tokenBefore) beginOwnSession(state, tokenBefore);
  void endOtherSession(token);
  screen.go({ name: 'email' });
}

export function switchAccount(
  { state, onSignedIn, close }: FinishSignInDeps,
  { token, accountId }: CompletedSignIn,
): void {
  beginOwnSession(state, token);
  onSignedIn?.(accountId);
  close();
}

function beginOwnSession(state: SignInModalState, token: string): void {
  state.claimSession();
  state.noteToken(token);
  beginSession(token);
}
