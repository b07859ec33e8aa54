import { isGameRunning } from './game-lock.ts';
import { newVersion } from './new-version.ts';

/** Activates the new service worker, unless a game runs in some tab, and reloads the page. */
export async function loadNewVersion(reload: () => void): Promise<void> {
  if (!(await isGameRunning())) {
    const changed = new Promise<void>((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
      setTimeout(resolve, patienceMs);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker takes none: it has our origin.
    newVersion.worker()?.postMessage('take-over');
    await changed;
  }
  reload();
}

const patienceMs = 2000;
