import { useLayoutEffect } from 'react';
import { usePage } from '#portal/page.ts';

declare global {
  interface Window {
    /** Of the page: presses again what was pressed too early. */
    fxidHydrated?: () => void;
  }
}

/**
 * Stands behind the screens, and behind what is shown in their place when one breaks: when it is there, so are they, ready to be led
 * elsewhere. Before anybody can press anything a second time.
 */
export function HydrationEnd() {
  const { hydration } = usePage();
  useLayoutEffect(() => {
    hydration?.end();
    window.fxidHydrated?.();
  }, [hydration]);
  return null;
}
