// What a game may do in its frame. It has all that games need, since its origin is its own, as far as an operator has not
// closed it; it never moves the page above it, and nothing that would tell of the player beyond the game is among it.
import type { FrameRight } from '#model/game.ts';

export interface FrameRights {
  /** The words of `sandbox`. */
  readonly sandbox: string;
  /** The words of `allow`. */
  readonly allow: string;
}

export function frameRights({
  closed = [],
  isIsolated = false,
}: {
  closed?: readonly FrameRight[] | undefined;
  isIsolated?: boolean | undefined;
}): FrameRights {
  const open = Object.entries(words)
    .filter(([right]) => !closed.some((each) => each === right))
    .map(([, each]) => each);
  return {
    // Storage of its own (`allow-same-origin`) only because its origin is never the portal's.
    sandbox: ['allow-scripts', 'allow-same-origin', 'allow-forms', ...open.flatMap((each) => each.sandbox ?? [])].join(
      ' ',
    ),
    allow: [...open.flatMap((each) => each.allow ?? []), ...(isIsolated ? ['cross-origin-isolated'] : [])].join('; '),
  };
}

const words: Readonly<Record<FrameRight, { sandbox?: readonly string[]; allow?: readonly string[] }>> = {
  Autoplay: { allow: ['autoplay'] },
  Clipboard: { allow: ['clipboard-write'] },
  Downloads: { sandbox: ['allow-downloads'] },
  FullScreen: { allow: ['fullscreen'] },
  Gamepad: { allow: ['gamepad'] },
  Modals: { sandbox: ['allow-modals'] },
  // Tilt.
  Motion: { allow: ['accelerometer', 'gyroscope', 'magnetometer'] },
  OrientationLock: { sandbox: ['allow-orientation-lock'] },
  PointerLock: { sandbox: ['allow-pointer-lock'] },
  // A page that a game opens is a page like any other: in a sandbox most of them do not work.
  Popups: { sandbox: ['allow-popups', 'allow-popups-to-escape-sandbox'] },
  WakeLock: { allow: ['screen-wake-lock'] },
};
