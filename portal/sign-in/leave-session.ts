import { endSession, sessionToken } from '#portal/session-token.ts';
import { dropSession } from './drop-session.ts';

/** Signs out at once, and tells the server, which need not be waited for. */
export function leaveSession(): void {
  const token = sessionToken();
  endSession();
  if (token !== undefined) void dropSession(token);
}
