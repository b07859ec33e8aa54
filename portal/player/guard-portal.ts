import { log } from '#portal/log.ts';
import { guardKeys } from './guard-keys.ts';
import { guardMessages } from './guard-messages.ts';
import type { LoadingEvent } from './loading-state.ts';

/** Stops a game that takes the player's keys or floods the portal. The function that comes back ends it. */
export function guardPortal(frame: HTMLIFrameElement, game: string, tell: (event: LoadingEvent) => void): () => void {
  const stopGame = (why: string): void => {
    log.warn(`${game} ${why}: it is stopped.`);
    endPage(frame);
    tell({ type: 'failed', fault: 'Crashed' });
  };
  const endings = [
    guardKeys(frame, () => stopGame("takes the player's keys from dialogs of the portal")),
    guardMessages(frame, () => stopGame('floods the portal with messages')),
  ];
  return () => endings.forEach((end) => end());
}

/**
 * Ends the page in a frame, whatever it has to say about it: taken out of the document it is not asked, as it would be before a
 * navigation. The bridge closes with the page that it was for, and no step is left in the history.
 */
function endPage(frame: HTMLIFrameElement): void {
  const place = document.createComment('');
  frame.replaceWith(place);
  frame.src = 'about:blank';
  place.replaceWith(frame);
}
