// A new version of the portal in a waiting service worker. It activates when the player asks for it and no game runs
// (load-new-version.ts), or on a navigation (service-worker.ts).
let waiting: ServiceWorker | undefined;
const listeners = new Set<() => void>();

export const newVersion = {
  isWaiting: (): boolean => waiting !== undefined,
  worker: (): ServiceWorker | undefined => waiting,
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
