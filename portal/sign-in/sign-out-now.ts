import { endSession, sessionToken } from '#portal/session-token.ts';
import { endOtherSession } from './end-other-session.ts';

/** Does not wait for the server to end the session. */
export function signOutNow(): void {
  const token = sessionToken();
  endSession();
  if (token !== undefined) void endOtherSession(token);
}
