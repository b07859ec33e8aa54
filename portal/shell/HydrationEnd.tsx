import { useLayoutEffect } from 'react';
import { usePageEnvironment } from '#portal/page-environment.ts';

declare global {
  interface Window {
    /** Set by an inline script of the page: replays clicks that happened before hydration. */
    fxidHydrated?: () => void;
  }
}

/**
 * Rendered last: when it mounts, the screens are hydrated too. A layout effect, so that no click is replayed after the
 * visitor has repeated it.
 */
export function HydrationEnd() {
  const { hydration } = usePageEnvironment();
  useLayoutEffect(() => {
    hydration?.end();
    window.fxidHydrated?.();
  }, [hydration]);
  return null;
}
