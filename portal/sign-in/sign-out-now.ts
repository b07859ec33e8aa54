import { endSession, sessionToken } from '#portal/session-token.ts';
import { endOtherSession } from './end-other-session.ts';

/** Signs out at once and ends the session on the server without waiting for it. */
export function signOutNow(): void {
  const token = sessionToken();
  endSession();
  if (token !== undefined) void endOtherSession(token);
}
