// Fits our page and a platform's client to each other: the page's colour, the orientation lock, and how much of the page
// the client covers.
import type { BrowserHost, PlatformConnection } from '../port.browser.ts';
import type { UntrustedFields } from './fields.browser.ts';

/**
 * Returns the page's background such as `#0b0e14`, of the body or else of the root element. Undefined: neither is
 * opaque.
 */
export function readPageColour(window: Window): string | undefined {
  const { body, documentElement } = window.document;
  return [body, documentElement].map((part) => toHex(window.getComputedStyle(part).backgroundColor)).find(Boolean);
}

function toHex(colour: string): string | undefined {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour)?.slice(1);
  return parts && `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
}

/**
 * For clients that can lock only the current orientation: locks as soon as the device is held as the game wants it.
 * Returns a function that unlocks it.
 */
export function lockOrientation(
  { window, orientation }: Pick<BrowserHost, 'window' | 'orientation'>,
  setLock: (isLocked: boolean) => void,
): () => void {
  if (!orientation) return () => undefined;
  const held = window.matchMedia(`(orientation: ${orientation})`);
  const lock = (): void => {
    if (!held.matches) return;
    held.removeEventListener('change', lock);
    setLock(true);
  };
  held.addEventListener('change', lock);
  lock();
  return () => {
    held.removeEventListener('change', lock);
    setLock(false);
  };
}

interface Insets {
  /** Sets how much one part of the client covers at each edge. Parts add up. */
  readonly set: (part: string, edges: UntrustedFields) => void;
  readonly read: NonNullable<PlatformConnection['insets']>;
}

export function createInsetTracker({ events }: Pick<BrowserHost, 'events'>): Insets {
  const parts = new Map<string, UntrustedFields>();
  const sum = (edge: string): number =>
    [...parts.values()].reduce((total, { [edge]: px }) => total + (Number.isFinite(px) ? Number(px) : 0), 0);
  return {
    set(part, edges) {
      parts.set(part, edges);
      events.insetsChanged();
    },
    read: () => ({ left: sum('left'), right: sum('right'), top: sum('top'), bottom: sum('bottom') }),
  };
}
