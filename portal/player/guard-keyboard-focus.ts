// A frame can take the focus at any time, even from behind a modal dialog, and would then receive what the player
// types. So the focus is taken back each time, and a game that persists is stopped.
import { createMessageBudget } from '#bridge/message-budget.ts';

export function guardKeyboardFocus(frame: HTMLIFrameElement, onThief: () => void): () => void {
  const ending = new AbortController();
  const options = { signal: ending.signal };
  // A few focus calls are harmless, as from a game that focused itself before the dialog opened.
  const budget = createMessageBudget({ burst: 3, perSecond: 0.05 }, () => performance.now());
  let last: HTMLElement | undefined;
  const takeBack = (): void => {
    const dialogs = document.querySelectorAll<HTMLElement>('dialog:modal');
    // The dialog has closed, so the game may keep the focus.
    if (dialogs.length === 0) return;
    window.focus();
    frame.blur();
    (last?.closest('dialog:modal') ? last : dialogs.item(dialogs.length - 1)).focus();
  };
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (target instanceof HTMLElement && target.closest('dialog')) last = target;
    },
    options,
  );
  // The window loses its focus when a frame gets it.
  window.addEventListener(
    'blur',
    () => {
      if (document.activeElement !== frame || !document.querySelector('dialog:modal')) return;
      if (!budget.take()) onThief();
      // Browsers complete the focus change after this event.
      setTimeout(takeBack);
    },
    options,
  );
  return () => ending.abort();
}
