// Our page, as a platform's client wants to know it: its colour, how it is held, and what the client lays over its edges.
import type { BrowserHost, Platform } from '../port.browser.ts';
import type { Fields } from './fields.browser.ts';

/** `#0b0e14`: the body's own colour, or what shines through it. Undefined: neither has one, or it can be seen through. */
export function readPageColour(window: Window): string | undefined {
  const { body, documentElement } = window.document;
  return [body, documentElement].map((part) => toHex(window.getComputedStyle(part).backgroundColor)).find(Boolean);
}

/** Of `rgb(11, 14, 20)`, as a browser writes what is opaque. */
function toHex(colour: string): string | undefined {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour)?.slice(1);
  return parts && `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
}

/**
 * For a client that locks the way in which the device is held now, and no other: it is locked once it is held as the game wants it.
 * What comes back ends it.
 */
export function holdOrientation(
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

export interface Insets {
  /** What a part of the client takes of the edges; it lies within the others. */
  readonly set: (part: string, edges: Fields) => void;
  readonly read: NonNullable<Platform['insets']>;
}

export function createInsets({ news }: Pick<BrowserHost, 'news'>): Insets {
  const parts = new Map<string, Fields>();
  const sum = (edge: string): number =>
    [...parts.values()].reduce((total, { [edge]: px }) => total + (Number.isFinite(px) ? Number(px) : 0), 0);
  return {
    set(part, edges) {
      parts.set(part, edges);
      news.insetsChanged();
    },
    read: () => ({ left: sum('left'), right: sum('right'), top: sum('top'), bottom: sum('bottom') }),
  };
}
