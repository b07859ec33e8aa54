// A new version of the portal that waits in its worker. Nobody is interrupted: it takes over when the player asks for it and no game
// runs in any tab (load-new-version.ts), or with a navigation (service-worker.ts).
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
