// The page to which the operator returns after the sign-in. The link may open another tab of the same browser.
import { safePath } from '#model/safe-destination.ts';

const storageKey = 'fxid-console-return';

export function storeReturnPath(path: string): void {
  localStorage.setItem(storageKey, path);
}

export function consumeReturnPath(): string {
  const kept = localStorage.getItem(storageKey) ?? '/';
  localStorage.removeItem(storageKey);
  const path = safePath(kept, window.location.origin) ?? '/';
  return path.startsWith('/sign-in') ? '/' : path;
}
