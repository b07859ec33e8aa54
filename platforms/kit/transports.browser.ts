// Transports to a platform's client: messages to the framing page, or methods that its app puts into the window.
import { PlatformError } from '../port.browser.ts';
import type { ClientChannelProtocol } from './channel.browser.ts';
import { readUntrustedFields, type UntrustedFields } from './fields.browser.ts';
import { connectToFramingPage } from './frame.browser.ts';

export interface PageMessageFormat {
  readonly write: (event: string, data: UntrustedFields) => unknown;
  readonly read: (message: UntrustedFields) => { readonly event: unknown; readonly data: unknown };
}

type Transport = ReturnType<ClientChannelProtocol['open']>;

export function openPageTransport(
  window: Window,
  allowed: readonly (string | undefined)[],
  { write, read }: PageMessageFormat,
  receive: (event: unknown, data: unknown) => void,
): Transport | undefined {
  const frame = connectToFramingPage(window, allowed, (message) => {
    const { event, data } = read(readUntrustedFields(message));
    receive(event, data);
  });
  return frame && { send: (event, data) => frame.post(write(event, data)), close: frame.close };
}

/**
 * Connects to a React Native app around an unframed page. It accepts texts; its messages have no source or come from
 * the page itself, and those of other pages and frames are ignored. Undefined: there is no such app.
 */
export function openReactNativeTransport(
  window: Window,
  { write, read }: PageMessageFormat,
  receive: (event: unknown, data: unknown) => void,
): Transport | undefined {
  const { ReactNativeWebView: app } = window as Window & ReactNativeGlobals;
  if (typeof app?.postMessage !== 'function' || window.parent !== window) return undefined;
  const listen = (message: Event): void => {
    const { source, data: text } = message as MessageEvent<unknown>;
    if (source && source !== window) return;
    const { event, data } = read(readUntrustedFields(text));
    receive(event, data);
  };
  // On Android the event is dispatched on the document.
  const ears = [window, window.document];
  for (const ear of ears) ear.addEventListener('message', listen);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is the app itself, and no window
    send: (event, data) => app.postMessage(JSON.stringify(write(event, data))),
    close: () => ears.forEach((ear) => ear.removeEventListener('message', listen)),
  };
}

interface ReactNativeGlobals {
  readonly ReactNativeWebView?: { postMessage(text: string): void };
}

type NativeMethods = (name: string) => ((params: object) => void) | undefined;

/** Android apps accept JSON, apps on Apple devices objects. Undefined: the page is in neither. */
export function findNativeMethods(
  window: Window,
  { android, apple }: { readonly android: string; readonly apple: string },
): NativeMethods | undefined {
  const { [android]: bridge, webkit } = window as unknown as NativeGlobals;
  const handlers = webkit?.messageHandlers;
  if (bridge) return (name) => bridge[name] && ((params) => bridge[name]?.(JSON.stringify(params)));
  if (!handlers?.[apple]) return undefined;
  return (name) => handlers[name] && ((params) => handlers[name]?.postMessage(params));
}

type NativeGlobals = Readonly<Record<string, Readonly<Record<string, ((json: string) => void) | undefined>>>> & {
  readonly webkit?: {
    readonly messageHandlers?: Readonly<Record<string, { postMessage(params: object): void } | undefined>>;
  };
};

/** @param eventName the window event with which the app replies, with `type` and `data` in its detail */
export function openNativeTransport(
  window: Window,
  find: NativeMethods,
  eventName: string,
  receive: (event: unknown, data: unknown) => void,
): Transport {
  const listen = (event: Event): void => {
    const { type, data } = readUntrustedFields((event as CustomEvent<unknown>).detail);
    receive(type, data);
  };
  window.addEventListener(eventName, listen);
  return {
    send(method, params) {
      const call = find(method);
      if (!call) throw new PlatformError('NotSupported', `This app has no ${method}`);
      call(params);
    },
    close: () => window.removeEventListener(eventName, listen),
  };
}
