// Handles chunks that fail to load: the server no longer has that build, or the network failed.
declare global {
  interface Window {
    /** Reloads the page, once per build and tab; returns whether it does. Defined in index.html. */
    fxidReloadOnce?: () => boolean;
  }
}

const missing = new WeakSet<Error>();

/** Only for errors of loading a chunk does a reload help. */
export function watchMissingFiles(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload));
}

export function reloadForMissingFile(error: unknown): boolean {
  return error instanceof Error && missing.has(error) && window.fxidReloadOnce?.() === true;
}
