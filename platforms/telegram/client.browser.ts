// Telegram's client, without Telegram's script: what it says when it opens the page, and events to it and from it. A native client
// is spoken to by the object that it puts into the window, and calls the window itself; the web client is the page around ours.
import type { BrowserHost } from '../port.browser.ts';
import { openChannel, type Channel } from '../kit/channel.browser.ts';
import { fieldsOf, type Fields } from '../kit/fields.browser.ts';
import { openFrame } from '../kit/frame.browser.ts';
import { origins } from './origins.ts';
import type { telegram } from './platform.ts';

export interface Launch {
  /** The server believes it once it has checked it. */
  readonly initData: string;
  /** As it is in the init data, for the eye only; no fields outside of Telegram. */
  readonly user: Fields;
  readonly payload: string | undefined;
  /** Such as `android`, `ios`, `macos`, `tdesktop`, `weba`, `web`. */
  readonly client: string;
  /** Whether the client is at least of that version. */
  readonly isAtLeast: (major: number, minor: number) => boolean;
}

export function readLaunch({ hash, searchParams }: URL): Launch {
  const fields = new URLSearchParams(hash.slice(1));
  const initData = fields.get('tgWebAppData') ?? '';
  const data = new URLSearchParams(initData);
  const [major = 0, minor = 0] = (fields.get('tgWebAppVersion') ?? '6.0').split('.').map(Number);
  return {
    initData,
    user: fieldsOf(data.get('user')),
    payload: data.get('start_param') ?? searchParams.get('tgWebAppStartParam') ?? undefined,
    client: fields.get('tgWebAppPlatform') ?? 'unknown',
    isAtLeast: (wanted, wantedMinor) => major > wanted || (major === wanted && minor >= wantedMinor),
  };
}

export interface TelegramClient extends Channel {
  /** Whether anybody is there. */
  readonly isConnected: boolean;
}

export function openClient(host: Pick<BrowserHost<typeof telegram>, 'window' | 'data' | 'inTime'>): TelegramClient {
  // All of it may be missing.
  const window = host.window as Window & NativeGlobals;
  const { TelegramWebviewProxy: native, external, Telegram, TelegramGameProxy } = window;
  const also = host.data?.FrameOrigin;
  let isConnected = Boolean(native ?? external.notify);
  const channel = openChannel(host, {
    open(receive) {
      const frame = openFrame(window, also === undefined ? origins : [...origins, also], (message) => {
        const { eventType, eventData } = fieldsOf(message);
        receive(eventType, eventData);
      });
      isConnected ||= frame !== undefined;
      // Where native clients call; the web client has no use for it.
      if (!frame) {
        window.Telegram = { WebView: { receiveEvent: receive } };
        window.TelegramGameProxy = { receiveEvent: receive };
      }
      return {
        send(eventType, eventData) {
          if (native) return native.postEvent(eventType, JSON.stringify(eventData));
          const message = JSON.stringify({ eventType, eventData });
          if (frame) frame.post(message);
          else external.notify?.(message);
        },
        close() {
          if (frame) frame.close();
          else Object.assign(window, { Telegram, TelegramGameProxy });
        },
      };
    },
  });
  return { ...channel, isConnected };
}

type Receive = (event: unknown, data: unknown) => void;

/** What native clients bring along, and where they call. */
interface NativeGlobals {
  TelegramWebviewProxy?: { postEvent(event: string, json: string): void };
  external: { notify?: (message: string) => void };
  Telegram?: { WebView: { receiveEvent: Receive } } | undefined;
  TelegramGameProxy?: { receiveEvent: Receive } | undefined;
}
