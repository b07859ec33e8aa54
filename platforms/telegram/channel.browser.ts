// Telegram's wire, without Telegram's script: events by name, to the client and from it. Requirements: a native client is spoken to
// by the object that it puts into the window, the web client by messages to the page around ours and to its origin alone; what
// comes is believed from that page or from the native client only; after `dispose` nothing is heard and the window is as it was.
import { framingOrigins } from '../framing-origin.browser.ts';
import { webClients } from './web-clients.ts';

export type EventData = Readonly<Record<string, unknown>>;

export interface Channel {
  /** Whether anybody is there to hear. */
  readonly isConnected: boolean;
  post(event: string, data?: EventData): void;
  /** The function that comes back ends it. */
  on(event: string, heard: (data: EventData) => void): () => void;
  dispose(): void;
}

export function openChannel(given: Window, alsoFramedBy: string | undefined): Channel {
  // All of it may be missing.
  const window = given as Window & TelegramGlobals;
  const listeners = new Map<string, Set<(data: EventData) => void>>();
  const receive = (event: unknown, data: unknown): void => {
    for (const heard of listeners.get(String(event)) ?? []) heard(objectIn(data));
  };

  const framedBy = framingOrigins(window, alsoFramedBy === undefined ? webClients : [...webClients, alsoFramedBy]);
  const hearMessage = ({ source, origin, data }: MessageEvent): void => {
    if (source !== window.parent || !framedBy.includes(origin)) return;
    const { eventType, eventData } = objectIn(data);
    receive(eventType, eventData);
  };
  const { TelegramWebviewProxy: native, external } = window;
  // Where native clients call; the web client has no use for it.
  const before = { Telegram: window.Telegram, TelegramGameProxy: window.TelegramGameProxy };
  if (framedBy.length > 0) window.addEventListener('message', hearMessage);
  else {
    window.Telegram = { WebView: { receiveEvent: receive } };
    window.TelegramGameProxy = { receiveEvent: receive };
  }

  const send = (event: string, data: EventData): void => {
    if (native) return native.postEvent(event, JSON.stringify(data));
    const message = JSON.stringify({ eventType: event, eventData: data });
    if (framedBy.length > 0) for (const origin of framedBy) window.parent.postMessage(message, origin);
    else external.notify?.(message);
  };
  return {
    isConnected: Boolean(native ?? external.notify) || framedBy.length > 0,
    post: (event, data = {}) => send(event, data),
    on(event, heard) {
      const all = listeners.get(event) ?? new Set();
      listeners.set(event, all.add(heard));
      return () => void all.delete(heard);
    },
    dispose() {
      listeners.clear();
      window.removeEventListener('message', hearMessage);
      if (framedBy.length > 0) return;
      Object.assign(window, before);
    },
  };
}

type Receive = (event: unknown, data: unknown) => void;

/** What native clients bring along, and where they call. */
interface TelegramGlobals {
  TelegramWebviewProxy?: { postEvent(event: string, json: string): void };
  external: { notify?: (message: string) => void };
  Telegram?: { WebView: { receiveEvent: Receive } } | undefined;
  TelegramGameProxy?: { receiveEvent: Receive } | undefined;
}

/** An object, or the JSON of one; anything else is an empty one. */
function objectIn(data: unknown): EventData {
  const value = typeof data === 'string' ? parse(data) : data;
  // Its fields are looked at one by one.
  return typeof value === 'object' && value !== null ? (value as EventData) : {};
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Extensions of browsers post texts of their own.
    return undefined;
  }
}
