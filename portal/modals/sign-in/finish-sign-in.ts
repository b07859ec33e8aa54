// Somebody has proved who he is: the session begins, unless he is another one than he had to prove to be.
import { log } from '#portal/log.ts';
import { pushToDataLayer } from '#portal/reporting/data-layer.ts';
import { sessionToken } from '#portal/session-token.ts';
import { beginSession } from '#portal/session.ts';
import { dropSession } from '#portal/sign-in/drop-session.ts';
import { leaveSession } from '#portal/sign-in/leave-session.ts';
import { forgetMailHandle } from '#portal/sign-in/mail-handle.ts';
import type { SignInLife } from './sign-in-life.ts';
import type { SignedIn, SignInScreen } from './sign-in-step.ts';

export interface FinishParts {
  readonly life: SignInLife;
  readonly screen: SignInScreen;
  /** The account that had to be proved; undefined: any. */
  readonly accountToProve: string | undefined;
  /** How long the modal stays after signing in by mail, so that one sees that it worked. */
  readonly emailTimeoutMs: number;
  /** Asks whether two accounts shall be one; resolves when that is answered. */
  readonly merge: (mergeToken: string) => Promise<void>;
  /** Asks for what has to be accepted, and tells before it does; whether nothing is left. Absent: it is not the time for it. */
  readonly acceptDocuments: ((onAsk: () => void) => Promise<boolean>) | undefined;
  readonly onSignedIn: ((accountId: string) => void) | undefined;
  readonly close: () => void;
}

/** @param method the provider, or `email` */
export async function finishSignIn(parts: FinishParts, signedIn: SignedIn, method: string): Promise<void> {
  const { life, screen, accountToProve, emailTimeoutMs } = parts;
  const { token, accountId, mergeToken } = signedIn;
  // Nothing that this account was asked to confirm may be done to another one.
  if (accountToProve !== undefined && accountId !== accountToProve && mergeToken === undefined)
    return screen.go({ name: 'another', signedIn });
  beginOwnSession(life, token);
  pushToDataLayer('login', { method, accountId });
  if (method === 'email') {
    forgetMailHandle();
    if (emailTimeoutMs > 0) {
      screen.go({ name: 'done' });
      await new Promise((resolve) => setTimeout(resolve, emailTimeoutMs));
    }
  }
  if (mergeToken !== undefined && life.isOpen()) {
    screen.setCovered(true);
    await parts.merge(mergeToken);
  }
  if (life.isOpen() && !(await hasAccepted(parts))) leaveSession();
  else parts.onSignedIn?.(accountId);
  // Closing is a step back in the history: whoever has gone back already must not go further.
  if (life.isOpen()) parts.close();
}

/** Who cannot be asked now is asked when he plays or buys. */
async function hasAccepted({ acceptDocuments, screen }: FinishParts): Promise<boolean> {
  try {
    return (await acceptDocuments?.(() => screen.setCovered(true))) ?? true;
  } catch (error) {
    log.warn('What has to be accepted could not be asked for.', error);
    return true;
  }
}

/** He stays who he was. @param tokenBefore that of the session before the modal was opened */
export function stayAsBefore(
  { life, screen }: FinishParts,
  { token }: SignedIn,
  tokenBefore: string | undefined,
): void {
  if (tokenBefore !== undefined && sessionToken() !== tokenBefore) beginOwnSession(life, tokenBefore);
  void dropSession(token);
  screen.go({ name: 'email' });
}

/** He goes on as the other one. */
export function changeAccount({ life, onSignedIn, close }: FinishParts, { token, accountId }: SignedIn): void {
  beginOwnSession(life, token);
  onSignedIn?.(accountId);
  close();
}

function beginOwnSession(life: SignInLife, token: string): void {
  life.claimSession();
  life.noteToken(token);
  beginSession(token);
}
