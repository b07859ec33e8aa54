// Decides which sessions a call accepts, from the contract's `access`. No other code does.
import { Problem } from '#model/problem.ts';
import type { RouteAccess } from '#model/route.ts';
import type { Session } from './sessions.ts';

/** A session that is both limited to a game and transferred must be allowed as both. */
export function isSessionAllowed(access: readonly RouteAccess[], session: Session): boolean {
  if (session.game !== undefined && !access.includes('bound')) return false;
  if (session.handed && !access.includes('handed')) return false;
  if (session.game !== undefined || session.handed) return true;
  return access.includes('whole') || (access.includes('fresh') && isFreshSession(session));
}

/** It started with a proof verified by the portal within the last ten minutes. */
export function isFreshSession({ fresh, game, handed }: Session): boolean {
  return game === undefined && !handed && fresh;
}

/** For calls that need a fresh session only in some cases. */
export function requireFreshSession(session: Session): void {
  if (!isFreshSession(session)) throw new Problem('SignInAgain');
}

/** A session limited to one game may not name another. */
export const isLimitedToOtherGame = (session: Session, game: string | undefined): boolean =>
  session.game !== undefined && game !== undefined && game !== session.game;
