// The launcher is our own: there is nobody's server to play. Its page in the lab is in simulator.browser.ts.
import type { PlatformSimulator } from '../simulator-port.server.ts';

export const simulator: PlatformSimulator = {
  mount: async () => undefined,
  settings: ({ pageOrigin }) => (pageOrigin === undefined ? {} : { FrameOrigin: pageOrigin }),
  // Who plays has a code of ours, or signs in on the page.
  launch: async () => ({}),
  login: async () => undefined,
};
