import { clientOfSession } from '#portal/api.ts';
import { log } from '#portal/log.ts';

/** Ends a session that is not this page's: nobody wants it, so nobody shall have it. */
export function dropSession(token: string): void {
  clientOfSession(token)
    .auth.logout({})
    .catch((error: unknown) => log.warn('A session that nobody wants could not be ended.', error));
}
