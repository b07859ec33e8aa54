import { createSessionApiClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';

/** Ends an unused session on the server, so that its token can't be misused. */
export async function endOtherSession(token: string): Promise<void> {
  try {
    await createSessionApiClient(token).auth.logout({});
  } catch (error) {
    log.warn('An unused session could not be ended on the server.', error);
  }
}
