// The game's side of the bridge, under the SDK. It has no dependency and carries no schema. Every call settles: with an answer,
// with Timeout, or with Closed when the portal goes away.
import { BridgeError } from './bridge-error.ts';
import { closeMessage, isRecord } from './envelope.ts';
import { requestPort, type GameWindow } from './handshake.browser.ts';
import {
  bridgeErrors,
  defaultTimeoutMs,
  methods,
  type BridgeErrorCode,
  type EventName,
  type Events,
  type MethodName,
  type ParamsOf,
  type ResultOf,
} from './protocol.ts';

export interface ConnectOptions {
  readonly window?: GameWindow;
  /** Portals that may host this game; any parent when missing. */
  readonly portalOrigins?: readonly string[];
  /** How long to wait for a portal before the game runs without one. */
  readonly waitMs?: number;
  readonly retryMs?: number;
}

export interface CallOptions {
  /** Instead of the method's own; also makes a call that waits for a person end. */
  readonly timeoutMs?: number;
}

export interface GameConnection {
  readonly portalOrigin: string;
  readonly closed: boolean;
  call<M extends MethodName>(method: M, params?: ParamsOf<M>, options?: CallOptions): Promise<ResultOf<M>>;
  /** For engines and old games, whose method names and parameters no compiler sees. */
  callUntyped(method: string, params?: unknown, options?: CallOptions): Promise<unknown>;
  on<E extends EventName>(event: E, listener: (data: Events[E]) => void): () => void;
  onClosed(listener: () => void): () => void;
  close(): void;
}

/** Undefined when there is no portal around: then the game runs by itself. */
export async function connectToPortal(options: ConnectOptions = {}): Promise<GameConnection | undefined> {
  const window: GameWindow = options.window ?? globalThis.window;
  const given = await requestPort({
    window,
    portalOrigins: options.portalOrigins ?? [],
    waitMs: options.waitMs ?? 3000,
    retryMs: options.retryMs ?? 100,
  });
  const game = given && connectPort(given.port, given.portalOrigin);
  // A page that is kept for the way back goes on when it is shown again.
  window.addEventListener('pagehide', ({ persisted }) => void (persisted || game?.close()));
  return game;
}

interface Pending {
  readonly method: string;
  readonly deadline: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: BridgeError) => void;
}

/** Over a port that is there already. */
export function connectPort(port: MessagePort, portalOrigin: string): GameConnection {
  const pending = new Map<number, Pending>();
  const listeners = new Map<string, Set<(data: never) => void>>();
  const closedListeners = new Set<() => void>();
  let lastId = 0;
  let closed = false;
  let sweeping: ReturnType<typeof setInterval> | undefined;

  // One timer for all calls: ten thousand of them cost ten thousand timers otherwise.
  const sweep = (): void => {
    const now = performance.now();
    let waiting = false;
    for (const [id, { method, deadline, reject }] of pending) {
      if (deadline <= now) {
        pending.delete(id);
        reject(new BridgeError('Timeout', `${method} was not answered in time`, method));
      } else if (deadline < Infinity) waiting = true;
    }
    if (!waiting) {
      clearInterval(sweeping);
      sweeping = undefined;
    }
  };

  const close = (): void => {
    if (closed) return;
    closed = true;
    clearInterval(sweeping);
    port.postMessage(closeMessage);
    port.close();
    for (const { method, reject } of pending.values()) reject(new BridgeError('Closed', bridgeErrors.Closed, method));
    pending.clear();
    for (const listener of closedListeners) tell(listener, undefined);
  };

  const settle = (id: unknown, result: unknown, error: unknown): void => {
    const call = pending.get(id as number);
    if (!call) return;
    pending.delete(id as number);
    if (error === undefined) call.resolve(result);
    else call.reject(readError(error, call.method));
  };

  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isRecord(data)) return;
    if (data['id'] !== undefined) settle(data['id'], data['result'], data['error']);
    else if (typeof data['event'] === 'string') {
      for (const listener of listeners.get(data['event']) ?? []) tell(listener, data['data'] as never);
    } else if (data['closed'] === true) close();
  };
  // Few browsers say so yet; in the others the portal's last word has to do.
  port.addEventListener('close', close);

  const callUntyped = (method: string, params?: unknown, { timeoutMs }: CallOptions = {}): Promise<unknown> =>
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
      const limitMs = timeoutMs ?? limitOf(method);
      pending.set(lastId, { method, deadline: performance.now() + limitMs, resolve, reject });
      if (limitMs < Infinity) sweeping ??= setInterval(sweep, sweepMs);
    });

  return {
    portalOrigin,
    get closed() {
      return closed;
    },
    // The portal checks results by the schema of the method.
    call: callUntyped as GameConnection['call'],
    callUntyped,
    on(event, listener) {
      const all = listeners.get(event) ?? new Set();
      listeners.set(event, all.add(listener));
      return () => void all.delete(listener);
    },
    onClosed(listener) {
      closedListeners.add(listener);
      return () => void closedListeners.delete(listener);
    },
    close,
  };
}

/** The portal ends calls as well; its answer, which says more, goes first. */
function limitOf(method: string): number {
  const rule = isOneOf(methods, method) ? methods[method] : {};
  return rule.waitsFor ? Infinity : (rule.timeoutMs ?? defaultTimeoutMs) + graceMs;
}

function readError(error: unknown, method: string): BridgeError {
  const { code, message } = isRecord(error) ? error : {};
  const known: BridgeErrorCode = isOneOf(bridgeErrors, code) ? code : 'Unknown';
  return new BridgeError(known, typeof message === 'string' ? message : bridgeErrors[known], method);
}

// Not Object.hasOwn: games run in browsers that do not have it.
function isOneOf<T extends object>(table: T, name: unknown): name is keyof T & string {
  return Object.keys(table).includes(name as string);
}

/** A listener's mistake is shown in the console and keeps nobody else from hearing. */
function tell<T>(listener: (data: T) => void, data: T): void {
  try {
    listener(data);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

const graceMs = 2000;
const sweepMs = 250;
