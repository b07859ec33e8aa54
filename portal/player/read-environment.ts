export interface GameEnvironment {
  readonly os: string;
  readonly isMobile: boolean;
  readonly safeArea: { left: number; right: number; top: number; bottom: number };
}

/** @param insets the platform's safe area; absent: the browser's */
export function readEnvironment(insets?: GameEnvironment['safeArea']): GameEnvironment {
  const safeArea = insets ? roundInsets(insets) : readSafeArea();
  return { ...readDevice(navigator.userAgent, navigator.maxTouchPoints), safeArea };
}

/** Games get whole numbers; an invalid value counts as 0. */
export function roundInsets(insets: GameEnvironment['safeArea']): GameEnvironment['safeArea'] {
  const whole = (inset: number): number => (Number.isFinite(inset) ? Math.max(0, Math.trunc(inset)) : 0);
  const { left, right, top, bottom } = insets;
  return { left: whole(left), right: whole(right), top: whole(top), bottom: whole(bottom) };
}

export function readDevice(userAgent: string, touchPoints: number): { os: string; isMobile: boolean } {
  // iPads claim to be Macs.
  const isTablet = /Macintosh/.test(userAgent) && touchPoints > 1;
  const os = isTablet ? 'iOS' : (systems.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'Unknown');
  return { os, isMobile: os === 'iOS' || os === 'Android' || /\bMobile\b/.test(userAgent) };
}

/** The page's style sheet copies the safe area into custom properties. */
export function readSafeArea(): GameEnvironment['safeArea'] {
  const style = getComputedStyle(document.documentElement);
  const side = (name: string): number => {
    const value = Number.parseInt(style.getPropertyValue(`--safe-${name}`), 10);
    return Number.isNaN(value) ? 0 : value;
  };
  return { left: side('left'), right: side('right'), top: side('top'), bottom: side('bottom') };
}

const systems: readonly (readonly [string, RegExp])[] = [
  ['iOS', /iPhone|iPad|iPod/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh|Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
];
