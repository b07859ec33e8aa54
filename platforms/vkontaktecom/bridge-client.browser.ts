// VK Bridge on the wire, without VK's script. A call goes to the object that VK's app puts into the window, or to the page around
// ours and its origin alone; its answer is the message that repeats the call's id, whatever its type is called. What comes is
// believed from the app or from that page only. Every call ends: by its answer, by its time, or when the bridge is closed.
import { framingOrigins } from '../framing-origin.browser.ts';
import { PlatformError, type BrowserHost } from '../port.browser.ts';
import { fieldsOf, type Fields } from './fields-of.browser.ts';
import { VkError } from './vk-error.browser.ts';
import { vkOrigins } from './vk-origins.ts';

/** All methods and events of VK begin so, but one; they are named without it here. */
export const prefix = 'VKWebApp';

export interface VkBridge {
  /** The fields of the answer; a VkError where VK says no. */
  readonly send: (method: string, params?: object, ms?: number) => Promise<Fields>;
  /** As `send`, for what a game can do without: a fault is logged, and the answer has no fields. */
  readonly attempt: (method: string, params?: object, ms?: number) => Promise<Fields>;
  /** As `send`, for what opens a dialog of VK: it waits for a person, who was there a moment ago. */
  readonly ask: (method: string, params?: object) => Promise<Fields>;
  /** Whether VK knows all of these here. Of a page that does not tell, everything is believed. */
  readonly supports: (...methods: string[]) => boolean;
  /** Asks the page which methods it knows. */
  readonly learnMethods: () => Promise<void>;
  /** An event that nobody has asked for. */
  readonly on: (type: string, heard: (data: Fields) => void) => void;
  readonly close: () => void;
}

const usualMs = 10_000;
/** A person may think for so long. */
export const personMs = 15 * 60_000;
// VK closes a dialog again that opens while the tap on the game is not over.
const beforeDialogMs = 500;

type BridgeHost = Pick<BrowserHost, 'window' | 'inTime' | 'log'>;

/** Throws where nobody of VK is there. */
export function openBridge(host: BridgeHost, alsoFramedBy: string | undefined): VkBridge {
  const { window } = host;
  const listeners = new Map<string, (data: Fields) => void>();
  const calls = new Map<string, PromiseWithResolvers<Fields>>();
  const post = senderIn(window, alsoFramedBy, receive);
  const instance = crypto.randomUUID().slice(0, 8);
  let count = 0;
  let isClosed = false;
  let known: ReadonlySet<unknown> | undefined;

  function receive(type: unknown, given: unknown): void {
    const { request_id: id, ...data } = fieldsOf(given);
    const call = calls.get(String(id));
    if (!call) listeners.get(String(type))?.(data);
    else if ('error_type' in data) call.reject(new VkError(data['error_type'], data['error_data']));
    else call.resolve(data);
  }

  const send: VkBridge['send'] = async (method, params = {}, ms = usualMs) => {
    if (isClosed) throw new PlatformError('Unknown', left);
    const id = `${++count}_${instance}`;
    const call = Promise.withResolvers<Fields>();
    calls.set(id, call);
    try {
      post.send(wholeName(method), { ...params, request_id: id });
      return await host.inTime(`VK (${method})`, call.promise, ms);
    } finally {
      calls.delete(id);
    }
  };
  const attempt: VkBridge['attempt'] = async (...call) => {
    try {
      return await send(...call);
    } catch (error) {
      host.log.warn(`VK did not do ${call[0]}`, error);
      return {};
    }
  };
  return {
    send,
    attempt,
    ask: async (method, params) => {
      await new Promise((resolve) => window.setTimeout(resolve, beforeDialogMs));
      return send(method, params, personMs);
    },
    supports: (...methods) =>
      methods.every((name) => {
        const method = wholeName(name);
        return post.native?.(method) ?? known?.has(method) ?? true;
      }),
    learnMethods: async () => {
      if (post.native) return;
      const { supportedHandlers } = await attempt(oddName, {}, 3000);
      if (Array.isArray(supportedHandlers)) known = new Set(supportedHandlers);
    },
    on: (type, heard) => void listeners.set(prefix + type, heard),
    close: () => {
      isClosed = true;
      post.close();
      listeners.clear();
      for (const call of calls.values()) call.reject(new PlatformError('Unknown', left));
    },
  };
}

const left = 'The game was left';

const oddName = 'SetSupportedHandlers';
const wholeName = (name: string): string => (name === oddName ? name : prefix + name);

interface Sender {
  send(method: string, params: object): void;
  /** In VK's apps: whether there is such a method. */
  readonly native?: (method: string) => boolean;
  close(): void;
}

interface VkGlobals {
  readonly AndroidBridge?: Readonly<Record<string, ((json: string) => void) | undefined>>;
  readonly webkit?: {
    readonly messageHandlers?: Readonly<Record<string, { postMessage(params: object): void } | undefined>>;
  };
}

type Receive = (type: unknown, data: unknown) => void;

function senderIn(window: Window, alsoFramedBy: string | undefined, receive: Receive): Sender {
  // All of it may be missing.
  const { AndroidBridge: android, webkit } = window as Window & VkGlobals;
  const apple = webkit?.messageHandlers;
  if (android || apple?.['VKWebAppClose']) {
    const hear = (event: Event): void => {
      const { type, data } = fieldsOf((event as CustomEvent<unknown>).detail);
      receive(type, data);
    };
    const native = (method: string): boolean => (android ?? apple)?.[method] !== undefined;
    window.addEventListener('VKWebAppEvent', hear);
    return {
      send: (method, params) => {
        if (!native(method)) throw new PlatformError('NotSupported', `This app of VK has no ${method}`);
        android?.[method]?.(JSON.stringify(params));
        if (!android) apple?.[method]?.postMessage(params);
      },
      native,
      close: () => window.removeEventListener('VKWebAppEvent', hear),
    };
  }
  const origins = framingOrigins(window, alsoFramedBy === undefined ? vkOrigins : [...vkOrigins, alsoFramedBy]);
  if (origins.length === 0) throw new PlatformError('Unknown', 'No page of VK frames the game');
  let webFrameId: unknown;
  const hear = ({ source, origin, data }: MessageEvent): void => {
    if (source !== window.parent || !origins.includes(origin)) return;
    const { type, data: given, frameId } = fieldsOf(data);
    if (type === 'VKWebAppSettings') webFrameId = frameId;
    else receive(type, given);
  };
  window.addEventListener('message', hear);
  return {
    send: (handler, params) => {
      const message = { type: 'vk-connect', handler, params, webFrameId, connectVersion: '2.15.7' };
      for (const origin of origins) window.parent.postMessage(message, origin);
    },
    close: () => window.removeEventListener('message', hear),
  };
}
