// Which sessions a call takes: the one place that decides it, from what the contract declares.
import { Problem } from '#model/problem.ts';
import type { Access } from '#model/route.ts';
import type { Session } from './sessions.ts';

/** Whether a call is open to this session. A bound session that was handed on has to be welcome as both. */
export function isAdmitted(access: readonly Access[], session: Session): boolean {
  if (session.game !== undefined && !access.includes('bound')) return false;
  if (session.handed && !access.includes('handed')) return false;
  if (session.game !== undefined || session.handed) return true;
  return access.includes('whole') || (access.includes('fresh') && isFresh(session));
}

/** Whether it began with a proof at the portal's own door within the last ten minutes. */
export function isFresh({ fresh, game, handed }: Session): boolean {
  return game === undefined && !handed && fresh;
}

/** For what only some uses of a call need. */
export function requireFresh(session: Session): void {
  if (!isFresh(session)) throw new Problem('SignInAgain');
}

/** A session that is bound to one game names no other one. */
export const namesForeignGame = (session: Session, game: string | undefined): boolean =>
  session.game !== undefined && game !== undefined && game !== session.game;
