import { useLayoutEffect } from 'react';
import { usePage } from '#portal/page.ts';

declare global {
  interface Window {
    /** Set by an inline script of the page: replays clicks that happened before hydration. */
    fxidHydrated?: () => void;
  }
}

/**
 * Rendered after the screens and after their error fallback: when it mounts, they are hydrated too. The effect runs
 * early enough that a click is never replayed after the visitor has repeated it.
 */
export function HydrationEnd() {
  const { hydration } = usePage();
  useLayoutEffect(() => {
    hydration?.end();
    window.fxidHydrated?.();
  }, [hydration]);
  return null;
}
