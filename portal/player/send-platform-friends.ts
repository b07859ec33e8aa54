import { backgroundApiClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import { isSignedIn } from '#portal/session-token.ts';

/**
 * Sends the platform's friends to the server, which suggests those who play here too. Not awaited: the game gets its
 * friends even if this fails.
 */
export function sendPlatformFriends(uids: readonly string[]): void {
  if (!isSignedIn() || uids.length === 0) return;
  backgroundApiClient.friends
    .tellPlatformFriends({ Uids: uids.filter((uid) => uid !== '').slice(0, most) })
    .catch((error: unknown) => log.debug('The friends on the platform could not be told.', error));
}

const most = 1000;
