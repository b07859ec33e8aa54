import { currentSessionNumber } from '#portal/session-token.ts';
import type { SaveBackend } from './save-backend.ts';

/** Requests of a former player would be sent with the new player's session. */
export function requireSession(session: number, { read, write, restore, chooseCopy }: SaveBackend): SaveBackend {
  const guard =
    <Args extends unknown[], Result>(act: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (currentSessionNumber() !== session) throw new Error('The session has changed.');
      return act(...args);
    };
  return {
    read: guard(read),
    write: guard(write),
    ...(restore && { restore: guard(restore) }),
    ...(chooseCopy && { chooseCopy: guard(chooseCopy) }),
  };
}
