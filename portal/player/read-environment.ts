// The device that a game runs on, as far as a browser says.
export interface Environment {
  readonly os: string;
  readonly isMobile: boolean;
  readonly safeArea: { left: number; right: number; top: number; bottom: number };
}

/** @param insets what the platform says of the edges; absent: what the browser says */
export function readEnvironment(insets?: Environment['safeArea']): Environment {
  const safeArea = insets ? wholeInsets(insets) : readSafeArea();
  return { ...readDevice(navigator.userAgent, navigator.maxTouchPoints), safeArea };
}

/** Games get whole numbers; what is none at all counts as no edge. */
export function wholeInsets(insets: Environment['safeArea']): Environment['safeArea'] {
  const whole = (inset: number): number => (Number.isFinite(inset) ? Math.max(0, Math.trunc(inset)) : 0);
  const { left, right, top, bottom } = insets;
  return { left: whole(left), right: whole(right), top: whole(top), bottom: whole(bottom) };
}

export function readDevice(userAgent: string, touchPoints: number): { os: string; isMobile: boolean } {
  // A tablet of this maker calls itself a desktop computer.
  const isTablet = /Macintosh/.test(userAgent) && touchPoints > 1;
  const os = isTablet ? 'iOS' : (systems.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'Unknown');
  return { os, isMobile: os === 'iOS' || os === 'Android' || /\bMobile\b/.test(userAgent) };
}

/** The parts of the screen that are under a notch or a bar. The page's style sheet puts them into properties. */
export function readSafeArea(): Environment['safeArea'] {
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
