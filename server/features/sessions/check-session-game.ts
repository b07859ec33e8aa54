import { Problem } from '#model/problem.ts';
import type { Session } from './sessions.ts';

/** A session that began with the word of one game is good for that game alone. */
export function checkSessionGame(session: Session, game: string): void {
  if (session.game !== undefined && session.game !== game) throw new Problem('SignInAgain');
}
