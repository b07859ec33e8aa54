// Telegram's client, without Telegram's script: what it says when it opens the page, and events to it and from it. A native client
// is spoken to by the object that it puts into the window, and calls the window itself; the web client is the page around ours.
import type { BrowserHost } from '../port.browser.ts';
import { openChannel } from '../kit/channel.browser.ts';
import { readFields } from '../kit/fields.browser.ts';
import { openPageWay, type PageWords } from '../kit/wires.browser.ts';
import { origins } from './origins.ts';
import type { telegram } from './platform.ts';

export type Launch = ReturnType<typeof readLaunch>;

export function readLaunch({ hash, searchParams }: URL) {
  const fields = new URLSearchParams(hash.slice(1));
  const initData = fields.get('tgWebAppData') ?? '';
  const data = new URLSearchParams(initData);
  const [major = 0, minor = 0] = (fields.get('tgWebAppVersion') ?? '6.0').split('.').map(Number);
  return {
    /** The server believes it once it has checked it. */
    initData,
    /** As it is in the init data, for the eye only; no fields outside of Telegram. */
    user: readFields(data.get('user')),
    payload: data.get('start_param') ?? searchParams.get('tgWebAppStartParam') ?? undefined,
    /** Such as `android`, `ios`, `macos`, `tdesktop`, `weba`, `web`. */
    client: fields.get('tgWebAppPlatform') ?? 'unknown',
    /** Whether the client is at least of that version. */
    isAtLeast: (wanted: number, wantedMinor: number): boolean =>
      major > wanted || (major === wanted && minor >= wantedMinor),
  };
}

export type TelegramClient = ReturnType<typeof openClient>;

export function openClient(host: BrowserHost<typeof telegram>) {
  // All of it may be missing.
  const window = host.window as Omit<Window, 'external'> as Window & NativeGlobals;
  const { TelegramWebviewProxy: native, external, Telegram, TelegramGameProxy } = window;
  let isConnected = Boolean(native ?? external?.notify);
  const channel = openChannel(host, {
    title: 'Telegram',
    open(receive) {
      const page = openPageWay(window, [...origins, host.data?.FrameOrigin], words, receive);
      isConnected ||= page !== undefined;
      // Where native clients call; the web client has no use for it.
      if (!page) {
        window.Telegram = { WebView: { receiveEvent: receive } };
        window.TelegramGameProxy = { receiveEvent: receive };
      }
      return {
        send(event, data) {
          if (native) native.postEvent(event, JSON.stringify(data));
          else if (page) page.send(event, data);
          else external?.notify?.(words.write(event, data));
        },
        close: page?.close ?? (() => void Object.assign(window, { Telegram, TelegramGameProxy })),
      };
    },
  });
  return { ...channel, /** Whether anybody is there. */ isConnected };
}

const words = {
  write: (eventType, eventData) => JSON.stringify({ eventType, eventData }),
  read: ({ eventType, eventData }) => ({ event: eventType, data: eventData }),
} satisfies PageWords;

type Receive = (event: unknown, data: unknown) => void;

/** What native clients bring along, and where they call. */
interface NativeGlobals {
  TelegramWebviewProxy?: { postEvent(event: string, json: string): void };
  /** Not every browser has it by itself. */
  external?: { notify?: (message: string) => void };
  Telegram?: { WebView: { receiveEvent: Receive } } | undefined;
  TelegramGameProxy?: { receiveEvent: Receive } | undefined;
}
