// VK Bridge without VK's script: reads the launch URL and calls VK's native methods in the window, a React Native app,
// or the framing page.
import { PlatformError, type BrowserHost } from '../port.browser.ts';
import { openClientChannel } from '../kit/channel.browser.ts';
import { readUntrustedFields, readUntrustedText, type UntrustedFields } from '../kit/fields.browser.ts';
import {
  findNativeMethods,
  openNativeTransport,
  openPageTransport,
  openReactNativeTransport,
  type PageMessageFormat,
} from '../kit/transports.browser.ts';
import { framingOrigins } from './origins.ts';
import type { vkontaktecom } from './platform.ts';

/** The launch parameters, for display only: the server verifies them itself. */
export type VkLaunch = ReturnType<typeof readLaunch>;

/** VK has two formats: one for current apps and one for old games. */
export function readLaunch({ search, searchParams, hash }: URL) {
  const get = (name: string): string => searchParams.get(name) ?? '';
  const isOld = !searchParams.has('vk_app_id');
  const isApple = /iphone|ipad|html5_ios/.test(get(isOld ? 'platform' : 'vk_platform'));
  return {
    query: search.slice(1),
    /** Undefined: the URL names no player. */
    userId: get(isOld ? 'viewer_id' : 'vk_user_id') || undefined,
    language: isOld ? (oldLanguages[Number(get('language'))] ?? 'ru') : readLanguage(get('vk_language')),
    /** VK doesn't accept votes on Apple devices, nor inside Odnoklassniki, which has its own currency. */
    takesVotes: !isApple && get('vk_client') !== 'ok',
    isFavorite: get('vk_is_favorite') === '1',
    scope: get(isOld ? 'access_token_settings' : 'vk_access_token_settings'),
    /** Old games get a token in the URL. */
    accessToken: (isOld && get('access_token')) || undefined,
    payload: (isOld && get('hash')) || hash.slice(1),
  };
}

const oldLanguages = ['ru', 'uk', 'be', 'en'];
// VK uses country codes for two languages.
const readLanguage = (code: string): string => ({ ua: 'uk', kz: 'kk' })[code] ?? (code.slice(0, 20) || 'ru');

/** The prefix of all VK methods and events but one. Omitted in our code. */
export const vkMethodPrefix = 'VKWebApp';
const oddName = 'SetSupportedHandlers';
const writeName = (name: string): string => (name === oddName ? name : vkMethodPrefix + name);

export type VkClient = ReturnType<typeof openClient>;

export function openClient(host: BrowserHost<typeof vkontaktecom>) {
  const { window, data } = host;
  const native = findNativeMethods(window, { android: 'AndroidBridge', apple: 'VKWebAppClose' });
  let webFrameId: unknown;
  const words: PageMessageFormat = {
    write: (handler, params) => ({ type: 'vk-connect', handler, params, webFrameId, connectVersion: '2.15.7' }),
    read({ type: event, data: content, frameId }) {
      if (event === 'VKWebAppSettings') webFrameId = frameId;
      return { event, data: content };
    },
  };
  const channel = openClientChannel(host, {
    title: 'VK',
    open(receive) {
      if (native) return openNativeTransport(window, native, 'VKWebAppEvent', receive);
      const way =
        openReactNativeTransport(window, { ...words, write: (handler, params) => ({ handler, params }) }, receive) ??
        openPageTransport(window, [...framingOrigins, data?.FrameOrigin], words, receive);
      if (!way) throw new PlatformError('Unknown', 'No page of VK frames the game');
      return way;
    },
    idField: 'request_id',
    readError: ({ error_type: type, error_data: fault }) => (type === undefined ? undefined : new VkError(type, fault)),
    writeName,
    // VK closes a dialog that opens before the tap on the game has ended.
    tapMs: 500,
  });
  let known: ReadonlySet<unknown> | undefined;
  return {
    ...channel,
    /** Whether VK supports all of these methods here. If the page doesn't list its methods, all count as supported. */
    supports: (...methods: string[]): boolean =>
      methods.map(writeName).every((method) => (native ? native(method) : (known?.has(method) ?? true))),
    async learnMethods(): Promise<void> {
      if (native) return;
      const { supportedHandlers } = await channel.tryCall(oddName, {}, 3000);
      if (Array.isArray(supportedHandlers)) known = new Set(supportedHandlers);
    },
  };
}

/** An error reported by VK. Cancellation is the only one that a game can distinguish. */
export class VkError extends PlatformError {
  readonly isUnsupported: boolean;
  constructor(type: unknown, data: unknown) {
    // On phones it may be empty or missing.
    const fault = readUntrustedFields(data);
    const number = type === 'client_error' ? Number(fault['error_code']) : undefined;
    const texts = ['error_reason', 'error_description', 'error', 'error_msg'].map((name) =>
      readUntrustedText(fault[name]),
    );
    const message = texts.filter(Boolean).join(': ').slice(0, 200) || `VK answered with ${readUntrustedText(type)}`;
    // Denied permissions are reported in OAuth's terms, and count as cancelled.
    const isDenied = type === 'auth_error' && texts.some((text) => /^(user|access)_denied$/.test(text));
    super(number === 4 || isDenied ? 'UserCancelled' : 'Unknown', message);
    this.isUnsupported = number === 6;
  }
}

/** VK reports success in two ways. */
export const isSuccessReply = ({ result, success }: UntrustedFields): boolean => result === true || success === true;
