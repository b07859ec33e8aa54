// Telegram's client without Telegram's script. A native client is reached through an object in the window and calls the
// window itself; the web client is the framing page.
import type { BrowserHost } from '../port.browser.ts';
import { openClientChannel } from '../kit/channel.browser.ts';
import { readUntrustedFields } from '../kit/fields.browser.ts';
import { openPageTransport, type PageMessageFormat } from '../kit/transports.browser.ts';
import { framingOrigins } from './origins.ts';
import type { telegram } from './platform.ts';

export type TelegramLaunch = ReturnType<typeof readLaunch>;

export function readLaunch({ hash, searchParams }: URL) {
  const fields = new URLSearchParams(hash.slice(1));
  const initData = fields.get('tgWebAppData') ?? '';
  const data = new URLSearchParams(initData);
  const [major = 0, minor = 0] = (fields.get('tgWebAppVersion') ?? '6.0').split('.').map(Number);
  return {
    /** Verified by the server. */
    initData,
    /** From the init data, for display only. Empty outside Telegram. */
    user: readUntrustedFields(data.get('user')),
    payload: data.get('start_param') ?? searchParams.get('tgWebAppStartParam') ?? undefined,
    /** Such as `android`, `ios`, `macos`, `tdesktop`, `weba`, `web`. */
    client: fields.get('tgWebAppPlatform') ?? 'unknown',
    isAtLeast: (wanted: number, wantedMinor: number): boolean =>
      major > wanted || (major === wanted && minor >= wantedMinor),
  };
}

export type TelegramClient = ReturnType<typeof openClient>;

export function openClient(host: BrowserHost<typeof telegram>) {
  // Any of these may be missing.
  const window = host.window as Omit<Window, 'external'> as Window & NativeGlobals;
  const { TelegramWebviewProxy: native, external, Telegram, TelegramGameProxy } = window;
  let isConnected = Boolean(native ?? external?.notify);
  const channel = openClientChannel(host, {
    title: 'Telegram',
    open(receive) {
      const page = openPageTransport(window, [...framingOrigins, host.data?.FrameOrigin], words, receive);
      isConnected ||= page !== undefined;
      // Native clients call these functions; the web client doesn't need them.
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
  return { ...channel, isConnected };
}

const words = {
  write: (eventType, eventData) => JSON.stringify({ eventType, eventData }),
  read: ({ eventType, eventData }) => ({ event: eventType, data: eventData }),
} satisfies PageMessageFormat;

type Receive = (event: unknown, data: unknown) => void;

interface NativeGlobals {
  TelegramWebviewProxy?: { postEvent(event: string, json: string): void };
  /** Not in every browser. */
  external?: { notify?: (message: string) => void };
  Telegram?: { WebView: { receiveEvent: Receive } } | undefined;
  TelegramGameProxy?: { receiveEvent: Receive } | undefined;
}
