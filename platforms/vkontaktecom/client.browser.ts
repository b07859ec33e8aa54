// VK Bridge on the wire, without VK's script: what the address says, and calls to the object that VK's app puts into the window, or to
// the page around ours.
import { PlatformError, type BrowserHost } from '../port.browser.ts';
import { attempt, pause, personMs } from '../kit/attempt.browser.ts';
import { openChannel, type Wire } from '../kit/channel.browser.ts';
import { fieldsOf, textOf, type Fields } from '../kit/fields.browser.ts';
import { openFrame } from '../kit/frame.browser.ts';
import { origins } from './origins.ts';
import type { vkontaktecom } from './platform.ts';

/** What the address says, for the eye only: the server believes nothing of it that it has not checked. */
export interface Launch {
  /** The whole of it, as the proof for the server. */
  readonly query: string;
  /** Undefined: nobody was named. */
  readonly userId: string | undefined;
  readonly language: string;
  /** VK takes no votes on Apple's devices, nor inside Odnoklassniki, where they are not what is paid with. */
  readonly takesVotes: boolean;
  readonly isFavorite: boolean;
  /** The rights that the player has granted before. */
  readonly scope: string;
  /** Old games get one with the address. */
  readonly accessToken: string | undefined;
  readonly payload: string;
}

/** VK has two ways to write it, one for apps of today and one for old games. */
export function readLaunch({ search, searchParams, hash }: URL): Launch {
  const get = (name: string): string => searchParams.get(name) ?? '';
  const isOld = !searchParams.has('vk_app_id');
  const isApple = /iphone|ipad|html5_ios/.test(get(isOld ? 'platform' : 'vk_platform'));
  return {
    query: search.slice(1),
    userId: get(isOld ? 'viewer_id' : 'vk_user_id') || undefined,
    language: isOld ? (oldLanguages[Number(get('language'))] ?? 'ru') : languageOf(get('vk_language')),
    takesVotes: !isApple && get('vk_client') !== 'ok',
    isFavorite: get('vk_is_favorite') === '1',
    scope: get(isOld ? 'access_token_settings' : 'vk_access_token_settings'),
    accessToken: (isOld && get('access_token')) || undefined,
    payload: (isOld && get('hash')) || hash.slice(1),
  };
}

const oldLanguages = ['ru', 'uk', 'be', 'en'];
// VK writes two languages by their countries.
const languageOf = (language: string): string => ({ ua: 'uk', kz: 'kk' })[language] ?? (language.slice(0, 20) || 'ru');

/** All methods and events of VK begin so, but one; they are named without it here. */
export const prefix = 'VKWebApp';
const oddName = 'SetSupportedHandlers';
const wholeName = (name: string): string => (name === oddName ? name : prefix + name);

export interface VkClient {
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
  readonly on: (event: string, listener: (data: Fields) => void) => void;
  readonly close: () => void;
}

/** Throws where nobody of VK is there. */
export function openClient(host: BrowserHost<typeof vkontaktecom>): VkClient {
  const { window, log, data } = host;
  const native = nativeIn(window);
  const open = native ? openNative(window, native) : openPage(window, data?.FrameOrigin);
  const channel = openChannel(host, { open, idField: 'request_id', errorIn });
  let known: ReadonlySet<unknown> | undefined;
  const send: VkClient['send'] = (method, params = {}, ms = 10_000) =>
    channel.call(wholeName(method), params, `VK (${method})`, ms);
  const client: VkClient = {
    send,
    attempt: (method, ...rest) => attempt<Fields>(log, `${method} of VK`, {}, () => send(method, ...rest)),
    async ask(method, params) {
      // VK closes a dialog again that opens while the tap on the game is not over.
      await pause(window, 500);
      return send(method, params, personMs);
    },
    supports: (...methods) =>
      methods.map(wholeName).every((method) => (native ? native[method] : (known?.has(method) ?? true))),
    async learnMethods() {
      if (native) return;
      const { supportedHandlers } = await client.attempt(oddName, {}, 3000);
      if (Array.isArray(supportedHandlers)) known = new Set(supportedHandlers);
    },
    on: (event, listener) => void channel.on(prefix + event, listener),
    close: channel.close,
  };
  return client;
}

/** What VK says when something did not work. That the player did not want to is the only fault that a game can tell apart. */
export class VkError extends PlatformError {
  readonly isUnsupported: boolean;
  constructor(type: unknown, data: unknown) {
    // On phones it may be empty, or not there at all.
    const fault = fieldsOf(data);
    const number = type === 'client_error' ? Number(fault['error_code']) : undefined;
    // Of the client, of sign-in, and of the API.
    const texts = ['error_reason', 'error_description', 'error', 'error_msg'].map((name) => textOf(fault[name]));
    const message = texts.filter(Boolean).join(': ').slice(0, 200) || `VK answered with ${textOf(type)}`;
    super(number === 4 ? 'UserCancelled' : 'Unknown', message);
    this.isUnsupported = number === 6;
  }
}

const errorIn = ({ error_type: type, error_data: data }: Fields): VkError | undefined =>
  type === undefined ? undefined : new VkError(type, data);

/** VK says yes in two ways. */
export const isDone = ({ result, success }: Fields): boolean => result === true || success === true;

/** The methods of VK's app. */
type Native = Readonly<Record<string, ((params: object) => void) | undefined>>;

interface NativeGlobals {
  readonly AndroidBridge?: Readonly<Record<string, ((json: string) => void) | undefined>>;
  readonly webkit?: {
    readonly messageHandlers?: Readonly<Record<string, { postMessage(params: object): void } | undefined>>;
  };
}

function nativeIn(window: Window): Native | undefined {
  // All of it may be missing.
  const { AndroidBridge: android, webkit } = window as Window & NativeGlobals;
  const apple = webkit?.messageHandlers;
  const find = (name: string): Native[string] => {
    if (android) return android[name] && ((params) => android[name]?.(JSON.stringify(params)));
    return apple?.[name] && ((params) => apple[name]?.postMessage(params));
  };
  return android || apple?.['VKWebAppClose'] ? new Proxy({}, { get: (_, name) => find(String(name)) }) : undefined;
}

function openNative(window: Window, native: Native): Wire['open'] {
  return (receive) => {
    const listen = (event: Event): void => {
      const { type, data } = fieldsOf((event as CustomEvent<unknown>).detail);
      receive(type, data);
    };
    window.addEventListener('VKWebAppEvent', listen);
    return {
      send(method, params) {
        const call = native[method];
        if (!call) throw new PlatformError('NotSupported', `This app of VK has no ${method}`);
        call(params);
      },
      close: () => window.removeEventListener('VKWebAppEvent', listen),
    };
  };
}

function openPage(window: Window, also: string | undefined): Wire['open'] {
  return (receive) => {
    let webFrameId: unknown;
    const frame = openFrame(window, also === undefined ? origins : [...origins, also], (message) => {
      const { type, data, frameId } = fieldsOf(message);
      if (type === 'VKWebAppSettings') webFrameId = frameId;
      else receive(type, data);
    });
    if (!frame) throw new PlatformError('Unknown', 'No page of VK frames the game');
    return {
      send: (handler, params) =>
        frame.post({ type: 'vk-connect', handler, params, webFrameId, connectVersion: '2.15.7' }),
      close: frame.close,
    };
  };
}
