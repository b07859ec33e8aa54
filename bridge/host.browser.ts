// The portal's side of the bridge for one game frame. It replaces the port when the frame reloads, so at most one is
// open.
import type { ProtocolVersion } from './envelope.ts';
import type { BridgeHandlers } from './handlers.browser.ts';
import { welcomeGame, type MessageListenerTarget } from './handshake.browser.ts';
import { createMessageBudgets, defaultBridgeLimits, type BridgeLimits } from './limits.browser.ts';
import type { BridgeErrorCode, EventName, Events, MethodName } from './protocol.ts';
import { serveGame, type ServedGame } from './serve-game.browser.ts';
import type { Capability } from './shapes.ts';

/** The part of `HTMLIFrameElement` that is needed here. Code that removes the frame must also dispose of the bridge. */
export interface GameFrameElement {
  readonly contentWindow: unknown;
  addEventListener(type: 'load', listener: () => void): void;
  removeEventListener(type: 'load', listener: () => void): void;
}

export interface BridgeOptions {
  readonly frame: GameFrameElement;
  readonly gameOrigin: string;
  readonly handlers: BridgeHandlers;
  /** Read at every call, because they can change with the player. */
  readonly capabilities: () => readonly Capability[];
  readonly onConnected?: (version: ProtocolVersion) => void;
  /** The port was closed: the frame reloaded, the game sent too many messages, or the bridge was disposed. */
  readonly onClosed?: () => void;
  readonly log: (note: string, error?: unknown) => void;
  /** Called when a game's call gets an error. `method` is undefined if the game named an unknown method. */
  readonly onError?: (method: MethodName | undefined, code: BridgeErrorCode) => void;
  /** Whether the player has just clicked or pressed a key. Default: the browser's user activation. */
  readonly hasGesture?: () => boolean;
  readonly limits?: Partial<BridgeLimits>;
  readonly window?: MessageListenerTarget;
}

export interface Bridge {
  readonly connected: boolean;
  emit<E extends EventName>(event: E, data: Events[E]): boolean;
  dispose(): void;
  /**
   * Like `dispose`, but first sends the game the Leaving event. Resolves when the game has handled it, or after the
   * timeout.
   */
  leave(timeoutMs: number): Promise<void>;
}

export function openBridge(options: BridgeOptions): Bridge {
  const limits = { ...defaultBridgeLimits, ...options.limits };
  const budgets = createMessageBudgets(limits);
  let served: ServedGame | undefined;
  // A page may request its port before its load event. Any later load event belongs to a new page.
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

/** A click in the game's frame also activates the page around it, for a few seconds. */
function browserSawGesture(): boolean {
  // Older browsers don't report user activation. There, only the purchase's confirmation protects the player.
  const activation = navigator.userActivation as UserActivation | undefined;
  return activation?.isActive ?? true;
}
