// VK Bridge on the wire, without VK's script: what the address says, and calls to the methods that VK's app puts into the window, to an
// app around it, or to the page around ours.
import { PlatformError, type BrowserHost } from '../port.browser.ts';
import { openChannel } from '../kit/channel.browser.ts';
import { readFields, readText, type Fields } from '../kit/fields.browser.ts';
import {
  findNativeMethods,
  openNativeTransport,
  openPageWay,
  openReactNativeWay,
  type PageWords,
} from '../kit/wires.browser.ts';
import { origins } from './origins.ts';
import type { vkontaktecom } from './platform.ts';

/** What the address says, for the eye only: the server believes nothing of it that it has not checked. */
export type Launch = ReturnType<typeof readLaunch>;

/** VK has two ways to write it, one for apps of today and one for old games. */
export function readLaunch({ search, searchParams, hash }: URL) {
  const get = (name: string): string => searchParams.get(name) ?? '';
  const isOld = !searchParams.has('vk_app_id');
  const isApple = /iphone|ipad|html5_ios/.test(get(isOld ? 'platform' : 'vk_platform'));
  return {
    /** The whole of it, as the proof for the server. */
    query: search.slice(1),
    /** Undefined: nobody was named. */
    userId: get(isOld ? 'viewer_id' : 'vk_user_id') || undefined,
    language: isOld ? (oldLanguages[Number(get('language'))] ?? 'ru') : readLanguage(get('vk_language')),
    /** VK takes no votes on Apple's devices, nor inside Odnoklassniki, where they are not what is paid with. */
    takesVotes: !isApple && get('vk_client') !== 'ok',
    isFavorite: get('vk_is_favorite') === '1',
    /** The rights that the player has granted before. */
    scope: get(isOld ? 'access_token_settings' : 'vk_access_token_settings'),
    /** Old games get one with the address. */
    accessToken: (isOld && get('access_token')) || undefined,
    payload: (isOld && get('hash')) || hash.slice(1),
  };
}

const oldLanguages = ['ru', 'uk', 'be', 'en'];
// VK writes two languages by their countries.
const readLanguage = (code: string): string => ({ ua: 'uk', kz: 'kk' })[code] ?? (code.slice(0, 20) || 'ru');

/** All methods and events of VK begin so, but one; they are named without it here. */
export const prefix = 'VKWebApp';
const oddName = 'SetSupportedHandlers';
const writeName = (name: string): string => (name === oddName ? name : prefix + name);

export type VkClient = ReturnType<typeof openClient>;

/** Throws where nobody of VK is there. */
export function openClient(host: BrowserHost<typeof vkontaktecom>) {
  const { window, data } = host;
  const native = findNativeMethods(window, { android: 'AndroidBridge', apple: 'VKWebAppClose' });
  let webFrameId: unknown;
  const words: PageWords = {
    write: (handler, params) => ({ type: 'vk-connect', handler, params, webFrameId, connectVersion: '2.15.7' }),
    read({ type: event, data: content, frameId }) {
      if (event === 'VKWebAppSettings') webFrameId = frameId;
      return { event, data: content };
    },
  };
  const channel = openChannel(host, {
    title: 'VK',
    open(receive) {
      if (native) return openNativeTransport(window, native, 'VKWebAppEvent', receive);
      const way =
        openReactNativeWay(window, { ...words, write: (handler, params) => ({ handler, params }) }, receive) ??
        openPageWay(window, [...origins, data?.FrameOrigin], words, receive);
      if (!way) throw new PlatformError('Unknown', 'No page of VK frames the game');
      return way;
    },
    idField: 'request_id',
    readError: ({ error_type: type, error_data: fault }) => (type === undefined ? undefined : new VkError(type, fault)),
    writeName,
    // VK closes a dialog again that opens while the tap on the game is not over.
    tapMs: 500,
  });
  let known: ReadonlySet<unknown> | undefined;
  return {
    ...channel,
    /** Whether VK knows all of these here. Of a page that does not tell, everything is believed. */
    supports: (...methods: string[]): boolean =>
      methods.map(writeName).every((method) => (native ? native(method) : (known?.has(method) ?? true))),
    /** Asks the page which methods it knows. */
    async learnMethods(): Promise<void> {
      if (native) return;
      const { supportedHandlers } = await channel.tryCall(oddName, {}, 3000);
      if (Array.isArray(supportedHandlers)) known = new Set(supportedHandlers);
    },
  };
}

/** What VK says when something did not work. That the player did not want to is the only fault that a game can tell apart. */
export class VkError extends PlatformError {
  readonly isUnsupported: boolean;
  constructor(type: unknown, data: unknown) {
    // On phones it may be empty, or not there at all.
    const fault = readFields(data);
    const number = type === 'client_error' ? Number(fault['error_code']) : undefined;
    // Of the client, of sign-in, and of the API.
    const texts = ['error_reason', 'error_description', 'error', 'error_msg'].map((name) => readText(fault[name]));
    const message = texts.filter(Boolean).join(': ').slice(0, 200) || `VK answered with ${readText(type)}`;
    // Whoever does not allow the rights that a token is for has answered, in the words of OAuth.
    const isDenied = type === 'auth_error' && texts.some((text) => /^(user|access)_denied$/.test(text));
    super(number === 4 || isDenied ? 'UserCancelled' : 'Unknown', message);
    this.isUnsupported = number === 6;
  }
}

/** VK says yes in two ways. */
export const isDone = ({ result, success }: Fields): boolean => result === true || success === true;
