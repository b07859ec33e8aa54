// Simulates a window and its iframe in Node, with the browser's rules for messages between them. The ports are Node's.
import type { GameWindow, MessageListenerTarget } from '#bridge/handshake.browser.ts';
import type { GameFrameElement } from '#bridge/host.browser.ts';

export interface FramePair {
  readonly portalWindow: MessageListenerTarget;
  readonly gameWindow: GameWindow;
  readonly frame: GameFrameElement;
  loaded(): void;
  leave(persisted: boolean): void;
  sendToPortal(from: { readonly source: unknown; readonly origin: string }, data: unknown): void;
  sendToGame(from: { readonly source: unknown; readonly origin: string }, data: unknown, ports?: MessagePort[]): void;
}

export const portalOrigin = 'https://portal.example';
export const gameOrigin = 'https://gem-miner.games.example';

type Listener = (event: MessageEvent) => void;

export function createFramePair({ tellsAncestors = true, readyState = 'complete' } = {}): FramePair {
  const portalListeners = new Set<Listener>();
  const gameListeners = new Set<Listener>();
  const deliver = (
    listeners: ReadonlySet<Listener>,
    from: { readonly source: unknown; readonly origin: string },
    data: unknown,
    ports: readonly MessagePort[],
  ): void => {
    const event = { ...from, data: structuredClone(data), ports } as unknown as MessageEvent;
    setImmediate(() => {
      for (const listener of listeners) listener(event);
    });
  };
  const addressee = (
    own: string,
    listeners: ReadonlySet<Listener>,
    from: () => { source: unknown; origin: string },
  ) => ({
    postMessage: (message: unknown, targetOrigin: string, transfer: readonly MessagePort[] = []): void => {
      if (targetOrigin === own || targetOrigin === '*') deliver(listeners, from(), message, transfer);
    },
  });
  const parent = addressee(portalOrigin, portalListeners, () => ({ source: contentWindow, origin: gameOrigin }));
  const contentWindow = addressee(gameOrigin, gameListeners, () => ({ source: parent, origin: portalOrigin }));
  const leaving = new Set<(event: PageTransitionEvent) => void>();
  const loads = new Set<() => void>();
  return {
    portalWindow: listening(portalListeners),
    gameWindow: {
      ...listening(gameListeners),
      addEventListener: (type: string, listener: (event: never) => void) =>
        void (type === 'message'
          ? gameListeners.add(listener as Listener)
          : leaving.add(listener as (event: PageTransitionEvent) => void)),
      document: { readyState },
      parent,
      location: tellsAncestors ? { ancestorOrigins: [portalOrigin] } : {},
    },
    frame: {
      contentWindow,
      addEventListener: (_, listener) => void loads.add(listener),
      removeEventListener: (_, listener) => void loads.delete(listener),
    },
    loaded: () => loads.forEach((listener) => listener()),
    leave: (persisted) => leaving.forEach((listener) => listener({ persisted } as PageTransitionEvent)),
    sendToPortal: (from, data) => deliver(portalListeners, from, data, []),
    sendToGame: (from, data, ports = []) => deliver(gameListeners, from, data, ports),
  };
}

function listening(listeners: Set<Listener>): MessageListenerTarget {
  return {
    addEventListener: (_, listener) => void listeners.add(listener),
    removeEventListener: (_, listener) => void listeners.delete(listener),
  };
}
