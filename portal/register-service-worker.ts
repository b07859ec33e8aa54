// Registers the worker that keeps the portal usable without a network. The portal works without it as well, so whatever goes
// wrong here is logged and no more.
import type { RuntimeConfig } from '#model/runtime-config.ts';
import { log } from './log.ts';
import { watchForNewVersion } from './new-version.ts';
import { trustedScriptUrl } from './trusted-types.ts';

/** To be called when the page is shown. */
export function registerServiceWorker(config: RuntimeConfig): void {
  // Only a build has a worker.
  if (!import.meta.env.PROD || !window.isSecureContext || !('serviceWorker' in navigator) || isInForeignFrame()) return;
  const start = (): void => {
    register(config.basePath).catch((error: unknown) => {
      log.warn('The service worker could not be registered; the portal needs a network.', error);
    });
  };
  // Not before the page is there and at rest: the first visit has better things to load.
  const rest = (): void => void setTimeout(start, restMs);
  if (document.readyState === 'complete') rest();
  else window.addEventListener('load', rest, { once: true });
}

/** By then even a slow phone has rendered its pictures. A browser says that it rests already while it waits for them. */
const restMs = 2500;

async function register(basePath: string): Promise<void> {
  const { serviceWorker } = navigator;
  const isFirstVisit = serviceWorker.controller === null;
  const url = trustedScriptUrl(`${basePath}service-worker.js`);
  await serviceWorker.register(url, { scope: basePath, updateViaCache: 'none' });
  const ready = await serviceWorker.ready;
  if ('Notification' in window && Notification.permission === 'granted')
    void import('./push/keep-subscription.ts').then(({ keepSubscription }) => keepSubscription(ready));
  watchForNewVersion(ready);
  const { active } = ready;
  if (!isFirstVisit || !active) return;
  // What was loaded before the worker was there is told to it.
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker takes none: it has our origin.
  active.postMessage(loaded);
}

/** In the frame of another origin a worker would be another one, for that site alone. */
function isInForeignFrame(): boolean {
  try {
    return window.top?.location.origin !== window.location.origin;
  } catch {
    // The browser does not say where the outer page is from: it is not from here.
    return true;
  }
}
