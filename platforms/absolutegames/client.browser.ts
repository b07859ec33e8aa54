// The page of ag.ru on the wire, without its script: what the address says, and calls to the page around ours. An answer is known by
// its method alone, and some methods are answered several times.
import { PlatformError, type BrowserHost } from '../port.browser.ts';
import { openChannel } from '../kit/channel.browser.ts';
import { readText, type Fields } from '../kit/fields.browser.ts';
import { openPageWay, type PageWords } from '../kit/wires.browser.ts';
import { origins } from './origins.ts';
import type { absolutegames } from './platform.ts';

export const title = 'Absolute Games';

/** What the platform adds to the address, and tells again when somebody has signed in or out. The server believes what is signed. */
export type Options = Readonly<Record<(typeof optionNames)[number], string>>;

const optionNames = ['app_id', 'auth_key', 'game_sid', 'player_id', 'guest', 'invite', 'debug'] as const;

/** What is not there is empty. */
export const readOptions = (fields: Fields): Options =>
  // All of the names are there.
  Object.fromEntries(optionNames.map((name) => [name, readText(fields[name], 500)])) as Options;

/** It is a text: `'false'` is somebody, everything else is a guest. */
export const isGuest = ({ guest }: Options): boolean => guest !== 'false';

/** The address as the platform would call it with these. */
export function writeLaunch(launchUrl: URL, options: Options): URL {
  const address = new URL(launchUrl);
  for (const name of optionNames)
    if (options[name] === '') address.searchParams.delete(name);
    else address.searchParams.set(name, options[name]);
  return address;
}

export type AgClient = ReturnType<typeof openClient>;

/** Throws where no page of the platform frames ours. */
export function openClient(host: BrowserHost<typeof absolutegames>) {
  const { on, post, wait, close } = openChannel(host, {
    title,
    open(receive) {
      const way = openPageWay(host.window, [...origins, host.data?.FrameOrigin], words, receive);
      if (!way) throw new PlatformError('Unknown', `No page of ${title} frames the game`);
      return way;
    },
    writeName: (name) => `agru-${name}`,
  });
  const turns = new Map<string, Promise<unknown>>();
  /** One call of a method at a time, since nothing else tells their answers apart. */
  const inTurn = <T>(method: string, act: () => Promise<T>): Promise<T> => {
    const turn = (turns.get(method) ?? Promise.resolve()).then(act);
    turns.set(
      method,
      turn.catch(() => undefined),
    );
    return turn;
  };
  const client = {
    on,
    close,
    inTurn,
    /** Nobody waits for an answer. @param argument anything but a list: the page takes that for an answer */
    send: (method: string, argument: unknown = null): void => post(method, { argument }),
    /** What the page tells by itself. */
    hear: <T>(event: string, ms: number, read: (result: unknown) => T | undefined): Promise<T> =>
      wait(`${title} (${event})`, ms, { [event]: ({ result }) => read(result) }, () => undefined),
    /** The first answer that `read` makes something of. */
    ask: <T>(method: string, argument: unknown, ms: number, read: (result: unknown) => T | undefined): Promise<T> =>
      inTurn(method, async () => {
        const readers = { [method]: ({ result, error }: Fields) => readFault(error) ?? read(result) };
        const end = await wait(`${title} (${method})`, ms, readers, () => client.send(method, argument));
        if (end instanceof PlatformError) throw end;
        return end;
      }),
  };
  return client;
}

const words: PageWords = {
  write: (type, { argument }) => ({ type, data: argument }),
  // What is no answer is a call of ours.
  read: ({ type, data }) =>
    Array.isArray(data)
      ? { event: type, data: { result: data[0] as unknown, error: data[1] as unknown } }
      : { event: undefined, data: {} },
};

/** What stands beside a result when something did not work. */
function readFault(error: unknown): PlatformError | undefined {
  if (error === null || error === undefined) return undefined;
  const text = typeof error === 'string' ? error : JSON.stringify(error);
  return new PlatformError('Unknown', `${title} answered with ${text.slice(0, 200)}`);
}
