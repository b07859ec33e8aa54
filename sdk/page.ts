// What the SDK knows about the page it is in, and the way from there to the portal.
import { connectToPortal, type GameConnection } from '../bridge/game.browser.ts';
import type { Portal, Surroundings } from './find-portal.ts';

/** In no page at all, as when a bundler or a server reads the module, there is no frame either. */
export const isFramed = (): boolean => typeof window === 'object' && window.parent !== window;

export function isDevelopment(): boolean {
  if (typeof location !== 'object') return true;
  return location.protocol === 'file:' || /^(.+\.)?localhost$|^127\.|^\[::1\]$/.test(location.hostname);
}

export const connect: Surroundings['connect'] = async ({ timeoutMs, portalOrigins }): Promise<Portal | undefined> => {
  const connection = await connectToPortal({ waitMs: timeoutMs, portalOrigins });
  return connection && toPortal(connection);
};

export const toPortal = ({ callUntyped, on, onClosed }: GameConnection): Portal => ({
  call: callUntyped,
  // A name that nobody knows is never heard, which is what a newer game in an older portal expects.
  on,
  onClosed,
});
