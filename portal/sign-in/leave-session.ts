import { endSession, sessionToken } from '#portal/session-token.ts';
import { dropSession } from './drop-session.ts';

/** Signs out at once and ends the session on the server without waiting for it. */
export function leaveSession(): void {
  const token = sessionToken();
  endSession();
  if (token !== undefined) void dropSession(token);
}
