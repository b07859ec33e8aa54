// A part of the program that cannot be loaded any more: the page is of a build that no server has kept, or the network failed.
declare global {
  interface Window {
    /** Loads the page anew, once for each build in a tab, and says whether it does; made by index.html. */
    fxidReloadOnce?: () => boolean;
  }
}

const missing = new WeakSet<Error>();

/** Notes which errors come from loading; everything else is a fault that a new page would meet again. */
export function watchMissingFiles(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload));
}

/** Loads the page anew if that may help, and says whether it does. */
export function reloadForMissingFile(error: unknown): boolean {
  return error instanceof Error && missing.has(error) && window.fxidReloadOnce?.() === true;
}
