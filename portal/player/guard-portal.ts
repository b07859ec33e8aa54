import { log } from '#portal/log.ts';
import { guardKeyboardFocus } from './guard-keyboard-focus.ts';
import { detectMessageFlood } from './detect-message-flood.ts';
import type { GameLoadingEvent } from './loading-state.ts';

/** Stops a game that captures key presses or floods the portal. Returns a function that stops guarding. */
export function guardPortal(
  frame: HTMLIFrameElement,
  game: string,
  tell: (event: GameLoadingEvent) => void,
): () => void {
  const stopGame = (why: string): void => {
    log.warn(`${game} ${why}: it is stopped.`);
    endPage(frame);
    tell({ type: 'failed', fault: 'Crashed' });
  };
  const endings = [
    guardKeyboardFocus(frame, () => stopGame("takes the player's keys from dialogs of the portal")),
    detectMessageFlood(frame, () => stopGame('floods the portal with messages')),
  ];
  return () => endings.forEach((end) => end());
}

/**
 * Removing the frame skips the page's `beforeunload` prompt, which a navigation would show, and leaves no history
 * entry.
 */
function endPage(frame: HTMLIFrameElement): void {
  const place = document.createComment('');
  frame.replaceWith(place);
  frame.src = 'about:blank';
  place.replaceWith(frame);
}
