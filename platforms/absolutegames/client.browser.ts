// The page of ag.ru without its script: reads the launch URL and calls the framing page. A reply is recognised only by
// its method, and some methods get several replies.
import { PlatformError, type BrowserHost } from '../port.browser.ts';
import { openClientChannel } from '../kit/channel.browser.ts';
import { readUntrustedText, type UntrustedFields } from '../kit/fields.browser.ts';
import { openPageTransport, type PageMessageFormat } from '../kit/transports.browser.ts';
import { framingOrigins } from './origins.ts';
import type { absolutegames } from './platform.ts';

export const platformTitle = 'Absolute Games';

/**
 * What the platform adds to the URL and sends again after a sign-in or sign-out. The server trusts only what is signed.
 */
export type AgLaunchOptions = Readonly<Record<(typeof optionNames)[number], string>>;

const optionNames = ['app_id', 'auth_key', 'game_sid', 'player_id', 'guest', 'invite', 'debug'] as const;

export const readLaunchOptions = (fields: UntrustedFields): AgLaunchOptions =>
  Object.fromEntries(optionNames.map((name) => [name, readUntrustedText(fields[name], 500)])) as AgLaunchOptions;

/** The field is a text: `'false'` is a registered player, anything else a guest. */
export const isGuest = ({ guest }: AgLaunchOptions): boolean => guest !== 'false';

export function createLaunchUrl(launchUrl: URL, options: AgLaunchOptions): URL {
  const address = new URL(launchUrl);
  for (const name of optionNames)
    if (options[name] === '') address.searchParams.delete(name);
    else address.searchParams.set(name, options[name]);
  return address;
}

export type AgClient = ReturnType<typeof openClient>;

export function openClient(host: BrowserHost<typeof absolutegames>) {
  const { on, post, wait, close } = openClientChannel(host, {
    title: platformTitle,
    open(receive) {
      const way = openPageTransport(host.window, [...framingOrigins, host.data?.FrameOrigin], words, receive);
      if (!way) throw new PlatformError('Unknown', `No page of ${platformTitle} frames the game`);
      return way;
    },
    writeName: (name) => `agru-${name}`,
  });
  const turns = new Map<string, Promise<unknown>>();
  /** One call per method at a time, because replies carry no id. */
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
    /** Doesn't wait for a reply. @param argument must not be an array, which the page would take for a reply */
    send: (method: string, argument: unknown = null): void => post(method, { argument }),
    hear: <T>(event: string, ms: number, read: (result: unknown) => T | undefined): Promise<T> =>
      wait(`${platformTitle} (${event})`, ms, { [event]: ({ result }) => read(result) }, () => undefined),
    ask: <T>(method: string, argument: unknown, ms: number, read: (result: unknown) => T | undefined): Promise<T> =>
      inTurn(method, async () => {
        const readers = { [method]: ({ result, error }: UntrustedFields) => readFault(error) ?? read(result) };
        const end = await wait(`${platformTitle} (${method})`, ms, readers, () => client.send(method, argument));
        if (end instanceof PlatformError) throw end;
        return end;
      }),
  };
  return client;
}

const words: PageMessageFormat = {
  write: (type, { argument }) => ({ type, data: argument }),
  // Data that isn't an array is one of our own calls.
  read: ({ type, data }) =>
    Array.isArray(data)
      ? { event: type, data: { result: data[0] as unknown, error: data[1] as unknown } }
      : { event: undefined, data: {} },
};

function readFault(error: unknown): PlatformError | undefined {
  if (error === null || error === undefined) return undefined;
  const text = typeof error === 'string' ? error : JSON.stringify(error);
  return new PlatformError('Unknown', `${platformTitle} answered with ${text.slice(0, 200)}`);
}
