// The portal's side of the bridge for one game frame: waits for the game, serves its port, and replaces the port when the frame
// loads anew. There is never more than one live port.
import type { ProtocolVersion } from './envelope.ts';
import type { Handlers } from './handlers.browser.ts';
import { welcomeGame, type Listening } from './handshake.browser.ts';
import { createBudgets, defaultLimits, type Limits } from './limits.browser.ts';
import type { BridgeErrorCode, EventName, Events, MethodName } from './protocol.ts';
import { serveGame, type ServedGame } from './serve-game.browser.ts';
import type { Capability } from './shapes.ts';

/** As much of an iframe element as is needed. Whoever takes it away disposes of the bridge. */
export interface GameFrame {
  readonly contentWindow: unknown;
  addEventListener(type: 'load', listener: () => void): void;
  removeEventListener(type: 'load', listener: () => void): void;
}

export interface BridgeOptions {
  readonly frame: GameFrame;
  /** The exact origin that the game is served from, such as `https://gem-miner.games.example`. */
  readonly gameOrigin: string;
  readonly handlers: Handlers;
  /** What the platform can do; asked at every call, because it may change with the player. */
  readonly capabilities: () => readonly Capability[];
  readonly onConnected?: (version: ProtocolVersion) => void;
  /** The port is gone: the frame loaded anew, the game flooded, or the bridge was disposed. */
  readonly onClosed?: () => void;
  /** For the portal's log: a handler that failed, a game that misbehaves. */
  readonly log: (note: string, error?: unknown) => void;
  /** A call of the game was answered with an error; undefined: it named no method of ours. */
  readonly onError?: (method: MethodName | undefined, code: BridgeErrorCode) => void;
  /** Whether the player has just done something; by default what the browser says. */
  readonly hasGesture?: () => boolean;
  readonly limits?: Partial<Limits>;
  readonly window?: Listening;
}

export interface Bridge {
  readonly connected: boolean;
  /** False when no game is connected, so that nobody heard. */
  emit<E extends EventName>(event: E, data: Events[E]): boolean;
  /** Ends all calls, closes the port and stops listening. */
  dispose(): void;
  /** The same, but the game is told that it is left; resolves when it has heard, or after that time. */
  leave(timeoutMs: number): Promise<void>;
}

export function openBridge(options: BridgeOptions): Bridge {
  const limits = { ...defaultLimits, ...options.limits };
  const budgets = createBudgets(limits);
  let served: ServedGame | undefined;
  // A page may ask for its port before it has loaded; every load after that is another page's.
  let loadsToCome = 0;
  const loaded = (): void => {
    if (loadsToCome === 0) served?.close();
    else loadsToCome -= 1;
  };
  options.frame.addEventListener('load', loaded);
  const stopListening = welcomeGame({
    window: options.window ?? globalThis.window,
    frame: options.frame,
    gameOrigin: options.gameOrigin,
    log: options.log,
    onPort: (port, version, loading) => {
      served?.close();
      loadsToCome = loading ? 1 : 0;
      const mine = serveGame(port, version, {
        handlers: options.handlers,
        capabilities: options.capabilities,
        hasGesture: options.hasGesture ?? browserSawGesture,
        limits,
        budgets,
        log: options.log,
        ...(options.onError && { onError: options.onError }),
        onClosed: () => {
          if (served === mine) served = undefined;
          options.onClosed?.();
        },
      });
      served = mine;
      options.onConnected?.(version);
    },
  });
  const stop = (): void => {
    stopListening();
    options.frame.removeEventListener('load', loaded);
  };
  return {
    get connected() {
      return served !== undefined;
    },
    emit(event, data) {
      served?.emit(event, data);
      return served !== undefined;
    },
    dispose() {
      stop();
      served?.close();
    },
    async leave(timeoutMs) {
      stop();
      await served?.leave(timeoutMs);
    },
  };
}

/** A click in the game's frame counts for the page around it, for a few seconds. */
function browserSawGesture(): boolean {
  // Older browsers do not tell; there the purchase's own confirmation has to do.
  const activation = navigator.userActivation as UserActivation | undefined;
  return activation?.isActive ?? true;
}
