// Messages to and from a platform's client. A message that repeats a call's id is its reply; anything else is an event.
// Every call ends: with its reply, with a timeout, or when the channel closes.
import { PlatformError, type BrowserHost } from '../port.browser.ts';
import { tryOrFallback, waitForFirstResult, delay, personDecisionTimeoutMs } from './waiting.browser.ts';
import { readUntrustedFields, type UntrustedFields } from './fields.browser.ts';

export interface ClientChannelProtocol {
  readonly title: string;
  /** Opens the transport: the object that the app puts into the window, or the framing page. */
  readonly open: (receive: (event: unknown, data: unknown) => void) => {
    readonly send: (event: string, data: UntrustedFields) => void;
    readonly close: () => void;
  };
  /** The field with the call's id. Absent: no replies by id. */
  readonly idField?: string;
  /** Returns the error in a reply. Undefined: success. */
  readonly readError?: (answer: UntrustedFields) => Error | undefined;
  /** Converts a method or event name to its wire name. Absent: unchanged. */
  readonly writeName?: (name: string) => string;
  /** How long a tap lasts, for platforms whose dialogs must not open before it ends. */
  readonly tapMs?: number;
}

export interface ClientChannel {
  readonly post: (event: string, data?: UntrustedFields) => void;
  readonly on: (event: string, listener: (data: UntrustedFields) => void) => () => void;
  readonly call: (method: string, params?: object, ms?: number) => Promise<UntrustedFields>;
  /** Like `call`, for optional calls: an error is logged and the reply is empty. */
  readonly tryCall: ClientChannel['call'];
  /** Like `call`, for dialogs: waits for the tap to end and uses the timeout for a person. */
  readonly callDialog: (method: string, params?: object) => Promise<UntrustedFields>;
  /** Calls `begin` and resolves with the first defined value that a reader returns for its event. */
  readonly wait: <T>(
    what: string,
    ms: number,
    readers: Readonly<Record<string, (data: UntrustedFields) => T | undefined>>,
    begin: () => void,
  ) => Promise<T>;
  readonly close: () => void;
}

export function openClientChannel(
  host: Pick<BrowserHost, 'withPlatformTimeout' | 'log' | 'window'>,
  wire: ClientChannelProtocol,
): ClientChannel {
  const { title, open, idField = '', readError, writeName = (name) => name, tapMs = 0 } = wire;
  const listeners = new Map<string, Set<(data: UntrustedFields) => void>>();
  const calls = new Map<string, PromiseWithResolvers<UntrustedFields>>();
  const instance = crypto.randomUUID().slice(0, 8);
  let count = 0;
  let isClosed = false;
  const way = open((event, given) => {
    const { [idField]: id, ...data } = readUntrustedFields(given);
    const call = calls.get(String(id));
    if (!call) return listeners.get(String(event))?.forEach((listener) => listener(data));
    const error = readError?.(data);
    if (error) call.reject(error);
    else call.resolve(data);
  });
  const left = (): PlatformError => new PlatformError('Unknown', 'The game was left');
  const channel: ClientChannel = {
    post: (event, data = {}) => way.send(writeName(event), data),
    on(event, listener) {
      const name = writeName(event);
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all.add(listener));
      return () => void all.delete(listener);
    },
    async call(method, params = {}, ms = answerMs) {
      if (isClosed) throw left();
      const id = `${++count}_${instance}`;
      const call = Promise.withResolvers<UntrustedFields>();
      calls.set(id, call);
      try {
        way.send(writeName(method), { ...params, [idField]: id });
        return await host.withPlatformTimeout(`${title} (${method})`, call.promise, ms);
      } finally {
        calls.delete(id);
      }
    },
    tryCall: (method, ...rest) =>
      tryOrFallback<UntrustedFields>(host.log, `${method} of ${title}`, {}, () => channel.call(method, ...rest)),
    async callDialog(method, params) {
      if (tapMs > 0) await delay(host.window, tapMs);
      return channel.call(method, params, personDecisionTimeoutMs);
    },
    wait: (what, ms, readers, begin) =>
      waitForFirstResult(host, what, ms, (end) => {
        const stops = Object.entries(readers).map(([event, read]) =>
          channel.on(event, (data) => {
            const word = read(data);
            if (word !== undefined) end(word);
          }),
        );
        begin();
        return () => stops.forEach((stop) => stop());
      }),
    close() {
      isClosed = true;
      way.close();
      listeners.clear();
      for (const call of calls.values()) call.reject(left());
    },
  };
  return channel;
}

const answerMs = 10_000;
