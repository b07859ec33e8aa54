// Tracks whether the game has the player's attention: the page is visible and focused, and no modal covers the game.
import type { Events } from '#bridge/protocol.ts';

export type GameFocus = Events['FocusChanged'];

export interface FocusWatch {
  readonly setCovered: (isCovered: boolean) => void;
  /** The platform reports that the player has left the game, or returned. */
  readonly setAway: (isAway: boolean) => void;
  readonly stop: () => void;
}

export function watchFocus(tell: (focus: GameFocus) => void, page: Document = document): FocusWatch {
  let isCovered = false;
  let isAway = false;
  let last = 'focused';
  const check = (): void => {
    // A page can't detect that a frame in it regains the focus, so a timer checks.
    const isHere = !isAway && page.visibilityState === 'visible' && page.hasFocus();
    const now = isCovered ? 'hint' : !isHere && page.pictureInPictureElement ? 'pip' : isHere ? 'focused' : 'other';
    if (now === last) return;
    last = now;
    tell(now === 'focused' ? { focused: true } : { focused: false, reason: now });
  };
  const view = page.defaultView;
  const soon = (): void => void setTimeout(check, 0);
  page.addEventListener('visibilitychange', check);
  view?.addEventListener('blur', soon);
  view?.addEventListener('focus', soon);
  const timer = setInterval(check, checkEveryMs);
  return {
    setCovered: (covered) => {
      isCovered = covered;
      check();
    },
    setAway: (away) => {
      isAway = away;
      check();
    },
    stop: () => {
      clearInterval(timer);
      page.removeEventListener('visibilitychange', check);
      view?.removeEventListener('blur', soon);
      view?.removeEventListener('focus', soon);
    },
  };
}

const checkEveryMs = 500;
