// Subscriptions with a game's own push key. A service worker registration has one subscription with one key, so each of
// these games has a registration of its own, in addition to the portal's.
import type { PushSettings } from '#model/push.ts';
import type { apiClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { trustedScriptUrl } from '#portal/trusted-types.ts';
import { createPushRegistration, waitInTime, workerTimeoutMs, type PushRegistration } from './register-push.ts';

export type SaveGameSubscription = (
  subscription: PushRegistration & { readonly Game: string; readonly GameOnly: true },
) => Promise<unknown>;

/**
 * Subscribes to the games that are on and have their own key, with their current keys, and removes all other games'
 * registrations. Never rejects: without its own subscription a game's messages arrive by the portal's.
 */
export async function syncGameSubscriptions(topics: PushSettings['Topics'], save: SaveGameSubscription): Promise<void> {
  try {
    const { serviceWorker } = navigator;
    const folder = new URL(`${runtimeConfig.basePath}push/`, location.origin).href;
    const wanted = isSingleGame() ? [] : topics.filter(({ On }) => On);
    const keys = new Map(
      wanted.flatMap(({ Topic, PublicKey }) => (PublicKey === undefined ? [] : [[Topic, PublicKey]])),
    );
    for (const registration of await serviceWorker.getRegistrations()) {
      const { scope } = registration;
      const isUnwanted = scope.startsWith(folder) && !keys.has(scope.slice(folder.length, -1));
      if (isUnwanted) await registration.unregister();
    }
    for (const [game, publicKey] of keys) {
      await subscribeToGame(serviceWorker, game, publicKey, save).catch((error: unknown) =>
        log.warn(`This browser could not be subscribed with the push key of ${game}.`, error),
      );
    }
  } catch (error) {
    log.warn('The push subscriptions of games could not be updated.', error);
  }
}

/** Does the same with the topics that the server has stored. */
export async function fetchAndSyncGameSubscriptions({ push }: Pick<typeof apiClient, 'push'>): Promise<void> {
  if (isSingleGame()) return;
  try {
    await syncGameSubscriptions((await push.choices({})).Topics, push.save);
  } catch (error) {
    log.warn('The push topics of the player could not be read.', error);
  }
}

/** The site of a single game uses the game's key for the portal's subscription. */
const isSingleGame = (): boolean => runtimeConfig.game !== undefined;

async function subscribeToGame(
  serviceWorker: ServiceWorkerContainer,
  game: string,
  publicKey: string,
  save: SaveGameSubscription,
): Promise<void> {
  const { basePath } = runtimeConfig;
  const registration = await serviceWorker.register(trustedScriptUrl(`${basePath}push-worker.js`), {
    scope: `${basePath}push/${game}/`,
    updateViaCache: 'none',
  });
  if ((await waitInTime(waitUntilActive(registration), workerTimeoutMs)) === undefined)
    throw new Error('The service worker was not activated in time.');
  await save({ ...(await createPushRegistration(registration.pushManager, publicKey)), Game: game, GameOnly: true });
}

/** Browsers subscribe only registrations with an active worker. */
function waitUntilActive({ active, waiting, installing }: ServiceWorkerRegistration): Promise<true> {
  const worker = active ?? waiting ?? installing;
  return new Promise((resolve, reject) => {
    const check = (): void => {
      if (!worker || worker.state === 'redundant') reject(new Error('The service worker was not installed.'));
      else if (worker.state === 'activated' || worker.state === 'activating') resolve(true);
    };
    worker?.addEventListener('statechange', check);
    check();
  });
}
