// The framed page in browser tests of the bridge.
import { helloMessageType } from '#bridge/envelope.ts';
import { connectToPortal, type PortalConnection } from '#bridge/game.browser.ts';
import type { BridgeError } from '#bridge/bridge-error.ts';
import { protocolCases } from './protocol-cases.ts';

export interface GamePage {
  runCase(at: number): Promise<string | undefined>;
  connect(): Promise<string>;
  call(method: string, params?: unknown): Promise<unknown>;
  /** Makes a purchase after the delay, and then at every click on the page. Stores the results in the page's URL. */
  buyLaterAndOnClick(delayMs: number): void;
  /** Starts a handshake with the parent or the top window. Returns whether a port arrives in time. */
  getsPort(from: 'parent' | 'top', withinMs?: number): Promise<boolean>;
  reachIntoPortal(): Record<string, string>;
}

let game: PortalConnection | undefined;

const page: GamePage = {
  runCase: (at) =>
    (protocolCases[at]?.run(window) ?? Promise.reject(new Error(`There is no case ${at}`))).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? `${error.message}\n${error.stack}` : String(error)),
    ),
  async connect() {
    game = await connectToPortal();
    return game?.portalOrigin ?? 'local';
  },
  call: async (method, params) =>
    game?.callUntyped(method, params).catch((error: unknown) => (error as BridgeError).code),
  buyLaterAndOnClick(delayMs) {
    const buy = async (): Promise<void> => {
      const outcome = await page.call('BuyProduct', { sku: 'gems' });
      location.hash = typeof outcome === 'string' ? outcome : 'Bought';
    };
    setTimeout(() => void buy(), delayMs);
    document.addEventListener('click', () => void buy());
  },
  getsPort: (from, withinMs = 500) =>
    new Promise((resolve) => {
      window.addEventListener('message', ({ ports }) => resolve(ports.length > 0), { once: true });
      setTimeout(() => resolve(false), withinMs);
      const target = from === 'top' ? window.top : window.parent;
      target?.postMessage({ type: helloMessageType, versions: [2], attempt: String(Math.random()) }, '*');
    }),
  reachIntoPortal: () => ({
    storage: outcome(() => window.parent.localStorage.getItem('AuthToken')),
    document: outcome(() => window.parent.document.title),
    handlers: outcome(() => (window.parent as unknown as Record<string, unknown>)['portalPage']),
    frames: outcome(() => window.parent.frames[1]?.document.title),
  }),
};

Object.assign(window, { gamePage: page });

function outcome(attempt: () => unknown): string {
  try {
    return String(attempt());
  } catch (error) {
    return (error as Error).name;
  }
}
