// What a game may do in its frame: everything that games need, unless the operator has disabled it. It can never
// navigate the page around it.
import type { FramePermission } from '#model/game.ts';

export interface FrameRights {
  readonly sandbox: string;
  readonly allow: string;
}

export function buildFrameRights({
  closed = [],
  isIsolated = false,
}: {
  closed?: readonly FramePermission[] | undefined;
  isIsolated?: boolean | undefined;
}): FrameRights {
  const open = Object.entries(words)
    .filter(([right]) => !closed.some((each) => each === right))
    .map(([, each]) => each);
  return {
    // `allow-same-origin` is safe only because a game's origin is never the portal's.
    sandbox: ['allow-scripts', 'allow-same-origin', 'allow-forms', ...open.flatMap((each) => each.sandbox ?? [])].join(
      ' ',
    ),
    allow: [...open.flatMap((each) => each.allow ?? []), ...(isIsolated ? ['cross-origin-isolated'] : [])].join('; '),
  };
}

const words: Readonly<Record<FramePermission, { sandbox?: readonly string[]; allow?: readonly string[] }>> = {
  Autoplay: { allow: ['autoplay'] },
  Clipboard: { allow: ['clipboard-write'] },
  Downloads: { sandbox: ['allow-downloads'] },
  FullScreen: { allow: ['fullscreen'] },
  Gamepad: { allow: ['gamepad'] },
  Modals: { sandbox: ['allow-modals'] },
  Motion: { allow: ['accelerometer', 'gyroscope', 'magnetometer'] },
  OrientationLock: { sandbox: ['allow-orientation-lock'] },
  PointerLock: { sandbox: ['allow-pointer-lock'] },
  // Pages opened by a game are not sandboxed: most would not work.
  Popups: { sandbox: ['allow-popups', 'allow-popups-to-escape-sandbox'] },
  WakeLock: { allow: ['screen-wake-lock'] },
};
