import { clientOfSession } from '#portal/api.ts';
import { log } from '#portal/log.ts';

/** Ends a session that is not this page's: nobody wants it, so nobody shall have it. */
export async function dropSession(token: string): Promise<void> {
  try {
    await clientOfSession(token).auth.logout({});
  } catch (error) {
    log.warn('A session that nobody wants could not be ended.', error);
  }
}
