// Registers the service worker. The portal works without it, so failures are only logged.
import type { RuntimeConfig } from '#model/runtime-config.ts';
import { log } from './log.ts';
import { watchForNewVersion } from './new-version.ts';
import { trustedScriptUrl } from './trusted-types.ts';

export function registerServiceWorker(config: RuntimeConfig): void {
  // Only a build has a service worker.
  if (!import.meta.env.PROD || !window.isSecureContext || !('serviceWorker' in navigator) || isInForeignFrame()) return;
  const start = (): void => {
    register(config.basePath).catch((error: unknown) => {
      log.warn('The service worker could not be registered; the portal needs a network.', error);
    });
  };
  // After the page has loaded, so that the first visit is not slowed down.
  const rest = (): void => void setTimeout(start, restMs);
  if (document.readyState === 'complete') rest();
  else window.addEventListener('load', rest, { once: true });
}

/** By then even a slow phone has rendered its pictures. */
const restMs = 2500;

async function register(basePath: string): Promise<void> {
  const { serviceWorker } = navigator;
  const isFirstVisit = serviceWorker.controller === null;
  const url = trustedScriptUrl(`${basePath}service-worker.js`);
  await serviceWorker.register(url, { scope: basePath, updateViaCache: 'none' });
  const ready = await serviceWorker.ready;
  if ('Notification' in window && Notification.permission === 'granted')
    void import('./push/refresh-push-subscription.ts').then(({ refreshPushSubscription }) =>
      refreshPushSubscription(ready),
    );
  watchForNewVersion(ready);
  const { active } = ready;
  if (!isFirstVisit || !active) return;
  // The files that were loaded before the service worker existed.
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker takes none: it has our origin.
  active.postMessage(loaded);
}

/** In a frame on another site the service worker would be partitioned for that site. */
function isInForeignFrame(): boolean {
  try {
    return window.top?.location.origin !== window.location.origin;
  } catch {
    // The browser hides the outer page's origin, so it is another one.
    return true;
  }
}
