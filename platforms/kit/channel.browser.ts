// Messages to a platform's client and from it. Requirements: an answer belongs to the call whose id it repeats, whatever it is called;
// anything else is an event. Every call ends: by its answer, by its time, or when the channel is closed; then nothing is heard.
import { PlatformError, type BrowserHost } from '../port.browser.ts';
import { attempt, waitForFirstWord, pause, personMs } from './attempt.browser.ts';
import { fieldsOf, type Fields } from './fields.browser.ts';

/** How a platform writes its messages, and to whom. */
export interface Wire {
  /** For whoever reads that there was no answer. */
  readonly title: string;
  /** Opens the way to the client: the object that its app puts into the window, or the page around ours. */
  readonly open: (receive: (event: unknown, data: unknown) => void) => {
    readonly send: (event: string, data: Fields) => void;
    readonly close: () => void;
  };
  /** The field by which an answer names its call; absent: nothing is answered by an id. */
  readonly idField?: string;
  /** The error in an answer; undefined: there is none. */
  readonly readError?: (answer: Fields) => Error | undefined;
  /** A method or an event as it is written; absent: as the adapter names it. */
  readonly writeName?: (name: string) => string;
  /** How long a tap on the game lasts, for a platform whose dialogs must not open before it is over. */
  readonly tapMs?: number;
}

export interface Channel {
  readonly post: (event: string, data?: Fields) => void;
  /** The function that comes back ends it. */
  readonly on: (event: string, listener: (data: Fields) => void) => () => void;
  /** Posts a call and waits for the fields of its answer. */
  readonly call: (method: string, params?: object, ms?: number) => Promise<Fields>;
  /** As `call`, for what a game can do without: a fault is logged, and the answer has no fields. */
  readonly tryCall: Channel['call'];
  /** As `call`, for what opens a dialog: it waits for a person, who was there a moment ago. */
  readonly ask: (method: string, params?: object) => Promise<Fields>;
  /** The first answer that a reader makes of its event, after `begin`. */
  readonly wait: <T>(
    what: string,
    ms: number,
    readers: Readonly<Record<string, (data: Fields) => T | undefined>>,
    begin: () => void,
  ) => Promise<T>;
  readonly close: () => void;
}

export function openChannel(host: Pick<BrowserHost, 'inTime' | 'log' | 'window'>, wire: Wire): Channel {
  const { title, open, idField = '', readError, writeName = (name) => name, tapMs = 0 } = wire;
  const listeners = new Map<string, Set<(data: Fields) => void>>();
  const calls = new Map<string, PromiseWithResolvers<Fields>>();
  const instance = crypto.randomUUID().slice(0, 8);
  let count = 0;
  let isClosed = false;
  const way = open((event, given) => {
    const { [idField]: id, ...data } = fieldsOf(given);
    const call = calls.get(String(id));
    if (!call) return listeners.get(String(event))?.forEach((listener) => listener(data));
    const error = readError?.(data);
    if (error) call.reject(error);
    else call.resolve(data);
  });
  const left = (): PlatformError => new PlatformError('Unknown', 'The game was left');
  const channel: Channel = {
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
      const call = Promise.withResolvers<Fields>();
      calls.set(id, call);
      try {
        way.send(writeName(method), { ...params, [idField]: id });
        return await host.inTime(`${title} (${method})`, call.promise, ms);
      } finally {
        calls.delete(id);
      }
    },
    tryCall: (method, ...rest) =>
      attempt<Fields>(host.log, `${method} of ${title}`, {}, () => channel.call(method, ...rest)),
    async ask(method, params) {
      if (tapMs > 0) await pause(host.window, tapMs);
      return channel.call(method, params, personMs);
    },
    wait: (what, ms, readers, begin) =>
      waitForFirstWord(host, what, ms, (end) => {
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
