import { currentSessionNumber } from '#portal/session-token.ts';
import type { SaveBackend } from './save-backend.ts';

/** Requests of a former player would be sent with the new player's session. */
export function requireSession(session: number, backend: Required<SaveBackend>): SaveBackend {
  const check = (): void => {
    if (currentSessionNumber() !== session) throw new Error('The session has changed.');
  };
  return {
    read: async (...args) => (check(), backend.read(...args)),
    write: async (...args) => (check(), backend.write(...args)),
    restore: async (...args) => (check(), backend.restore(...args)),
    chooseCopy: async (...args) => (check(), backend.chooseCopy(...args)),
  };
}
