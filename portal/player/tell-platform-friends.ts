import { quietClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import { isSignedIn } from '#portal/session-token.ts';

/**
 * Tells the server whom a platform names as friends, when a game has asked for them: those of them who play here too are suggested to each
 * other. Nobody waits for it, and the game has its answer whatever comes of it.
 */
export function tellPlatformFriends(uids: readonly string[]): void {
  if (!isSignedIn() || uids.length === 0) return;
  quietClient.friends
    .tellPlatformFriends({ Uids: uids.filter((uid) => uid !== '').slice(0, most) })
    .catch((error: unknown) => log.debug('The friends on the platform could not be told.', error));
}

const most = 1000;
