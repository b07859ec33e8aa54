import { useEffect, useState } from 'react';

/**
 * For what is rendered only while its dialog is open: gives the focus back to what opened it, or to the page's heading if
 * that is gone. Mantine does so only for dialogs that stay rendered while they are closed.
 */
export function useReturnFocus(): void {
  const [opener] = useState(() => findOpener(document.activeElement));
  useEffect(
    () => () => {
      // After the dialog is gone, and whatever takes the focus itself.
      setTimeout(() => {
        if (document.activeElement !== document.body && document.activeElement !== null) return;
        const target = opener?.isConnected === true ? opener : document.querySelector<HTMLElement>('h1');
        target?.focus({ preventScroll: true });
      }, 20);
    },
    [opener],
  );
}

/** The items of a menu close with it: what opened the menu is left. */
function findOpener(active: Element | null): HTMLElement | undefined {
  const menu = active?.closest('[role="menu"]');
  const opener = menu ? document.querySelector(`[aria-controls="${menu.id}"]`) : active;
  return opener instanceof HTMLElement && opener !== document.body ? opener : undefined;
}
