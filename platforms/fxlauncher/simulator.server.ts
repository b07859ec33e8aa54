// The launcher is our own, so there is no vendor server to simulate. Its lab page is in simulator.browser.ts.
import type { PlatformSimulator } from '../simulator-port.server.ts';

export const simulator: PlatformSimulator = {
  mount: async () => undefined,
  settings: ({ pageOrigin }) => (pageOrigin === undefined ? {} : { FrameOrigin: pageOrigin }),
  // Players have a login code of ours or sign in on the page.
  launch: async () => ({}),
  login: async () => undefined,
};
