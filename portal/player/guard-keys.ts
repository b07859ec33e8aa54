// A frame may take the focus by itself whenever it likes, even from behind a modal dialog: inert or hidden makes no difference
// to browsers. With the focus it would get what the player types into the portal. So the focus is taken back each time, and a
// game that does not stop is a thief.
import { createMessageBudget } from '#bridge/message-budget.ts';

/** The function that comes back ends it. */
export function guardKeys(frame: HTMLIFrameElement, onThief: () => void): () => void {
  const ending = new AbortController();
  const options = { signal: ending.signal };
  // A game that calls for attention once, as it did before there was a dialog, means no harm.
  const budget = createMessageBudget({ burst: 3, perSecond: 0.05 }, () => performance.now());
  let last: HTMLElement | undefined;
  const takeBack = (): void => {
    const dialogs = document.querySelectorAll<HTMLElement>('dialog:modal');
    // Closed in the meantime: then the game may have it.
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
  // That a frame has got the focus a page hears as the loss of its own.
  window.addEventListener(
    'blur',
    () => {
      if (document.activeElement !== frame || !document.querySelector('dialog:modal')) return;
      if (!budget.take()) onThief();
      // The browser is not done yet with giving the focus away.
      setTimeout(takeBack);
    },
    options,
  );
  return () => ending.abort();
}
