import { useLayoutEffect } from 'react';

declare global {
  interface Window {
    /** Of the page: presses again what was pressed too early. */
    fxidTakeOver?: () => void;
  }
}

/** Stands behind the screens: when it is there, so are they, ready to be led elsewhere. Before anybody can press anything a second time. */
export function TakeOver() {
  useLayoutEffect(() => window.fxidTakeOver?.(), []);
  return null;
}
