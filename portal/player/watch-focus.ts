// Whether the player is with the game: the page is seen, its window is in front, and nothing of the portal lies over the game.
import type { Events } from '#bridge/protocol.ts';

export type Focus = Events['FocusChanged'];

export interface FocusWatch {
  /** A modal has come over the game, or gone. */
  readonly setCovered: (isCovered: boolean) => void;
  /** The platform says that the player is elsewhere, or back. */
  readonly setAway: (isAway: boolean) => void;
  readonly stop: () => void;
}

export function watchFocus(tell: (focus: Focus) => void, page: Document = document): FocusWatch {
  let isCovered = false;
  let isAway = false;
  let last = 'focused';
  const check = (): void => {
    // A page knows when a frame in it has the focus, but not when the frame gets it back: hence the timer below.
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
