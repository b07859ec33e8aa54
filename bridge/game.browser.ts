// The game's side of the bridge, used by the SDK. Every call settles: with a reply, with Timeout, or with Closed when
// the connection ends.
import { BridgeError } from './bridge-error.ts';
import { closeMessage, isRecord } from './envelope.ts';
import { requestPort, type GameWindow } from './handshake.browser.ts';
import { createListeners } from './listeners.browser.ts';
import {
  bridgeErrors,
  defaultCallTimeoutMs,
  methodRules,
  type EventName,
  type Events,
  type MethodName,
  type ParamsOf,
  type ResultOf,
} from './protocol.ts';
import { createSentCalls, isKeyOf } from './sent-calls.browser.ts';

export interface ConnectOptions {
  readonly window?: GameWindow;
  /** Origins of portals that may host this game. Default: any parent. */
  readonly portalOrigins?: readonly string[];
  readonly waitMs?: number;
  readonly retryMs?: number;
}

export interface BridgeCallOptions {
  /** Overrides the method's timeout, also for a call that waits for the player. */
  readonly timeoutMs?: number;
}

export interface PortalConnection {
  readonly portalOrigin: string;
  readonly closed: boolean;
  call<M extends MethodName>(method: M, params?: ParamsOf<M>, options?: BridgeCallOptions): Promise<ResultOf<M>>;
  readonly callUntyped: (method: string, params?: unknown, options?: BridgeCallOptions) => Promise<unknown>;
  readonly on: <E extends EventName>(event: E, listener: (data: Events[E]) => void) => () => void;
  readonly onClosed: (listener: () => void) => () => void;
  close(): void;
}

/** Undefined if there is no portal; the game then runs without one. */
export async function connectToPortal(options: ConnectOptions = {}): Promise<PortalConnection | undefined> {
  const window: GameWindow = options.window ?? globalThis.window;
  const received = await requestPort({
    window,
    portalOrigins: options.portalOrigins ?? [],
    waitMs: options.waitMs ?? 3000,
    retryMs: options.retryMs ?? 100,
  });
  const game = received && connectToPort(received.port, received.portalOrigin);
  // A page in the back/forward cache keeps its connection.
  window.addEventListener('pagehide', ({ persisted }) => void (persisted || game?.close()));
  return game;
}

export function connectToPort(port: MessagePort, portalOrigin: string): PortalConnection {
  const sent = createSentCalls();
  const listeners = createListeners();
  const closedListeners = createListeners();
  let lastId = 0;
  let closed = false;

  const close = (): void => {
    if (closed) return;
    closed = true;
    port.postMessage(closeMessage);
    port.close();
    sent.close();
    closedListeners.emit('');
  };

  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isRecord(data)) return;
    if (data['id'] !== undefined) sent.settle(data['id'], data['result'], data['error']);
    else if (typeof data['event'] === 'string') listeners.emit(data['event'], data['data']);
    else if (data['closed'] === true) close();
  };
  // Few browsers support this event yet; in the others, the portal's close message ends the connection.
  port.addEventListener('close', close);

  const callUntyped = (method: string, params?: unknown, { timeoutMs }: BridgeCallOptions = {}): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (closed) throw new BridgeError('Closed', bridgeErrors.Closed, method);
      lastId += 1;
      try {
        port.postMessage(params === undefined ? { id: lastId, method } : { id: lastId, method, params });
      } catch (error) {
        throw Object.assign(new BridgeError('InvalidRequest', `${method}: only plain data can be sent`, method), {
          cause: error,
        });
      }
      sent.add(lastId, method, timeoutMs ?? limitOf(method), { resolve, reject });
    });

  return {
    portalOrigin,
    get closed() {
      return closed;
    },
    // Safe cast: the portal validates results against the method's schema.
    call: callUntyped as PortalConnection['call'],
    callUntyped,
    on: listeners.add,
    onClosed: (listener) => closedListeners.add('', listener),
    close,
  };
}

/** Longer than the portal's own timeout, so that the portal's more precise error arrives first. */
function limitOf(method: string): number {
  const rule = isKeyOf(methodRules, method) ? methodRules[method] : {};
  return rule.waitsFor ? Infinity : (rule.timeoutMs ?? defaultCallTimeoutMs) + graceMs;
}

const graceMs = 2000;
