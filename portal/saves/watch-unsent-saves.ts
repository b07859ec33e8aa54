import { backgroundApiClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import { isSignedIn, subscribeToSession } from '#portal/session-token.ts';
import { sendUnsentSaves } from './send-unsent-saves.ts';
import { listUnsentSaves } from './unsent-saves.ts';

/** Sends saves that their games could not send: now, when a player signs in, and when the network is back. */
export function watchUnsentSaves(): void {
  if (!isWatching) {
    subscribeToSession(sendWhenIdle);
    window.addEventListener('online', sendWhenIdle);
  }
  isWatching = true;
  sendWhenIdle();
}

let isWatching = false;

function sendWhenIdle(): void {
  if (!isSignedIn() || listUnsentSaves().length === 0) return;
  const start = (): void => void send().catch((error: unknown) => log.warn('Saves are left on this device.', error));
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) requestIdleCallback(start);
  else setTimeout(start, 200);
}

async function send(): Promise<void> {
  const { AccountId } = await backgroundApiClient.profile.get({});
  await sendUnsentSaves(AccountId);
}
