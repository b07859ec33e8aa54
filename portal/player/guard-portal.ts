import { log } from '#portal/log.ts';
import { guardKeys } from './guard-keys.ts';
import { guardMessages } from './guard-messages.ts';
import type { LoadingEvent } from './loading-state.ts';

/** Stops a game that takes the player's keys or floods the portal. The function that comes back ends it. */
export function guardPortal(frame: HTMLIFrameElement, game: string, tell: (event: LoadingEvent) => void): () => void {
  const stopGame = (why: string): void => {
    log.warn(`${game} ${why}: it is stopped.`);
    // The bridge closes with the page that it was for. No step in the history: the way back is the portal's.
    frame.contentWindow?.location.replace('about:blank');
    tell({ type: 'failed', fault: 'Crashed' });
  };
  const endings = [
    guardKeys(frame, () => stopGame("takes the player's keys from dialogs of the portal")),
    guardMessages(frame, () => stopGame('floods the portal with messages')),
  ];
  return () => endings.forEach((end) => end());
}
