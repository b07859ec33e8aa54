// On each visit of a player with push enabled here, sends the subscriptions again: they may have changed, or belong to
// an ended session.
import { createPushRegistration } from './register-push.ts';
import { backgroundApiClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { isSignedIn, subscribeToSession } from '#portal/session-token.ts';
import { findPushKey } from './push-key.ts';
import { isPushAccountSignedIn } from './push-account.ts';
import { fetchAndSyncGameSubscriptions } from './sync-game-subscriptions.ts';

export function refreshPushSubscription(registration: { readonly pushManager?: PushManager }): void {
  const tell = (): void => {
    sendPushSubscription(registration).catch((error: unknown) => {
      log.warn('The push subscription of this browser could not be sent to the server.', error);
    });
  };
  tell();
  subscribeToSession(tell);
}

export async function sendPushSubscription({ pushManager }: { readonly pushManager?: PushManager }): Promise<void> {
  const isPossible = pushManager && 'Notification' in window && Notification.permission === 'granted';
  if (!isPossible || !isSignedIn() || !(await isPushAccountSignedIn())) return;
  const { game } = runtimeConfig;
  const config = game === undefined ? undefined : await backgroundApiClient.games.publicConfig({ Game: game });
  const publicKey = findPushKey(config);
  if (publicKey === undefined) return;
  await backgroundApiClient.push.save(await createPushRegistration(pushManager, publicKey));
  await fetchAndSyncGameSubscriptions(backgroundApiClient);
}
