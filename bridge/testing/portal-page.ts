// The page around the frame in browser tests of the bridge.
import { openTestPortal, type TestPortal } from './test-portal.ts';

export interface PortalPage {
  /** Replaces the game's frame with this page, opens a bridge to it, and waits until it has loaded. */
  openGame(url: string, gameOrigin: string, options?: { believesBrowser?: boolean }): Promise<void>;
  addFrame(url: string): Promise<void>;
  removeGame(): void;
  state(): { connected: boolean; connections: number; closings: number };
}

let portal: TestPortal | undefined;
let frame: HTMLIFrameElement | undefined;

const page: PortalPage = {
  async openGame(url, gameOrigin, options) {
    portal?.dispose();
    frame?.remove();
    const loading = load(url, 'game');
    frame = loading.frame;
    portal = openTestPortal({ frame, gameOrigin }, options);
    await loading.loaded;
  },
  addFrame: (url) => load(url, 'other').loaded,
  removeGame: () => frame?.remove(),
  state: () => ({
    connected: portal?.connected ?? false,
    connections: portal?.connections.length ?? 0,
    closings: portal?.closings() ?? 0,
  }),
};

Object.assign(window, { portalPage: page });

function load(url: string, name: string) {
  const frame = document.createElement('iframe');
  frame.name = name;
  // The same sandbox as on the player page.
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin');
  const loaded = new Promise<void>((resolve) => frame.addEventListener('load', () => resolve(), { once: true }));
  frame.src = url;
  document.body.append(frame);
  return { frame, loaded };
}
