// Handles chunks that fail to load: the page belongs to a build that the server no longer has, or the network failed.
declare global {
  interface Window {
    /** Reloads the page, once per build and tab; returns whether it does. Defined in index.html. */
    fxidReloadOnce?: () => boolean;
  }
}

const missing = new WeakSet<Error>();

/** Records which errors come from loading a chunk; a reload would not help with other errors. */
export function watchMissingFiles(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload));
}

/** Reloads the page if that may help; returns whether it does. */
export function reloadForMissingFile(error: unknown): boolean {
  return error instanceof Error && missing.has(error) && window.fxidReloadOnce?.() === true;
}
