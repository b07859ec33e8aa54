// A new version of the portal that waits in its worker. Nobody is interrupted: it takes over when the player asks for it and no game
// runs in any tab, or with a navigation (service-worker.ts). Whether a game runs is a lock that its page holds: all tabs and the
// worker see it, and it goes with the page whatever happens.
export const gameLock = 'fxid-game';

let waiting: ServiceWorker | undefined;
const listeners = new Set<() => void>();

export const newVersion = {
  isWaiting: (): boolean => waiting !== undefined,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export function watchForNewVersion(registration: ServiceWorkerRegistration): void {
  const note = (): void => {
    waiting = registration.waiting ?? undefined;
    for (const listener of listeners) listener();
  };
  note();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', note);
  });
}

/** Lets it take over, unless a game runs somewhere, and loads the page anew: the page itself always comes from the server. */
export async function loadNewVersion(reload: () => void): Promise<void> {
  if (!(await isGameRunning())) {
    const changed = new Promise<void>((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
      setTimeout(resolve, patienceMs);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker takes none: it has our origin.
    waiting?.postMessage('take-over');
    await changed;
  }
  reload();
}

const patienceMs = 2000;

async function isGameRunning(): Promise<boolean> {
  if (!('locks' in navigator)) return false;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === gameLock);
}

/** To be called when a game begins; the answer is called when it ends. */
export function holdGame(): () => void {
  if (!('locks' in navigator)) return () => undefined;
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  void navigator.locks.request(gameLock, { mode: 'shared' }, () => ended);
  return () => end();
}
