import { connectToPortal, type PortalConnection } from '../bridge/game.browser.ts';
import type { Portal, SdkHostEnvironment } from './find-portal.ts';

/** False without a window, such as when a bundler or a server imports the module. */
export const isFramed = (): boolean => typeof window === 'object' && window.parent !== window;

export function isDevelopment(): boolean {
  if (typeof location !== 'object') return true;
  return location.protocol === 'file:' || /^(.+\.)?localhost$|^127\.|^\[::1\]$/.test(location.hostname);
}

export const connectPageToPortal: SdkHostEnvironment['connect'] = async ({
  timeoutMs,
  portalOrigins,
}): Promise<Portal | undefined> => {
  const connection = await connectToPortal({ waitMs: timeoutMs, portalOrigins });
  return connection && asPortal(connection);
};

export const asPortal = ({ callUntyped, on, onClosed }: PortalConnection): Portal => ({
  call: callUntyped,
  // A portal never sends events with unknown names, so a newer game can subscribe to them in an older portal without an
  // error.
  on,
  onClosed,
});
