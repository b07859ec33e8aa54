import { expect, it, vi } from 'vitest';
import {
  findNativeMethods,
  openNativeTransport,
  openPageTransport,
  openReactNativeTransport,
} from './transports.browser.ts';

const app = { android: 'VendorBridge', apple: 'VendorClose' };
const inWindow = (globals: object) => globals as unknown as Window;

it('an app on Android gets JSON, one on Apple’s devices gets objects, and a page has neither', () => {
  const init = vi.fn();
  const android = findNativeMethods(inWindow({ VendorBridge: { VendorInit: init } }), app);
  android?.('VendorInit')?.({ a: 1 });
  const messageHandlers = { VendorClose: { postMessage: vi.fn() }, VendorInit: { postMessage: init } };
  const apple = findNativeMethods(inWindow({ webkit: { messageHandlers } }), app);
  apple?.('VendorInit')?.({ a: 1 });
  expect(init.mock.calls).toEqual([['{"a":1}'], [{ a: 1 }]]);
  expect([android?.('VendorShare'), apple?.('VendorShare')]).toEqual([undefined, undefined]);
  for (const other of [{}, { webkit: {} }, { webkit: { messageHandlers: { OtherClose: {} } } }])
    expect(findNativeMethods(inWindow(other), app)).toBeUndefined();
});

it('an app answers through a window event, until the transport is closed', () => {
  const received: unknown[] = [];
  const call = vi.fn();
  const find = (name: string) => (name === 'VendorInit' ? call : undefined);
  const way = openNativeTransport(window, find, 'VendorEvent', (...heard) => void received.push(heard));
  const tell = (detail: unknown) => window.dispatchEvent(new CustomEvent('VendorEvent', { detail }));
  way.send('VendorInit', { a: 1 });
  expect(call).toHaveBeenCalledWith({ a: 1 });
  expect(() => way.send('VendorShare', {})).toThrow('This app has no VendorShare');
  tell({ type: 'shown', data: { x: 1 } });
  tell(null);
  way.close();
  tell({ type: 'hidden', data: {} });
  expect(received).toEqual([
    ['shown', { x: 1 }],
    [undefined, undefined],
  ]);
});

it('a page with an allowed origin gets and sends messages in its own format', () => {
  const [posted, received]: [unknown[], unknown[]] = [[], []];
  const parent = { postMessage: (...sent: unknown[]) => void posted.push(sent) };
  const location = { ancestorOrigins: ['https://a.example'] };
  let listen: (event: object) => void = () => undefined;
  const framed = inWindow({
    parent,
    location,
    addEventListener: (_: string, listener: typeof listen) => void (listen = listener),
    removeEventListener: () => void (listen = () => undefined),
  });
  const words = {
    write: (event: string, data: object) => JSON.stringify([event, data]),
    read: ({ name, content }: Readonly<Record<string, unknown>>) => ({ event: name, data: content }),
  };
  const open = (allowed: (string | undefined)[]) =>
    openPageTransport(framed, allowed, words, (...heard) => void received.push(heard));
  expect(open([undefined, 'https://b.example'])).toBeUndefined();
  const way = open([undefined, 'https://a.example']);
  way?.send('ready', { a: 1 });
  expect(posted).toEqual([['["ready",{"a":1}]', 'https://a.example']]);
  const data = JSON.stringify({ name: 'shown', content: 7 });
  listen({ source: parent, origin: 'https://a.example', data });
  listen({ source: parent, origin: 'https://b.example', data });
  listen({ source: {}, origin: 'https://a.example', data });
  way?.close();
  listen({ source: parent, origin: 'https://a.example', data });
  expect(received).toEqual([['shown', 7]]);
});

it('a React Native app gets texts, and its messages arrive through window and document, from no other sender', () => {
  const [posted, received]: [string[], unknown[]] = [[], []];
  const ReactNativeWebView = { postMessage: (text: string) => void posted.push(text) };
  const words = {
    write: (event: string, data: object) => ({ event, data }),
    read: ({ type, data }: Readonly<Record<string, unknown>>) => ({ event: type, data }),
  };
  const open = (globals: object) =>
    openReactNativeTransport(Object.assign(window, globals), words, (...heard) => void received.push(heard));
  expect(open({})).toBeUndefined();
  expect(open({ ReactNativeWebView: {} })).toBeUndefined();
  const way = open({ ReactNativeWebView });
  way?.send('VendorInit', { a: 1 });
  expect(posted).toEqual(['{"event":"VendorInit","data":{"a":1}}']);
  const frame = document.body.appendChild(document.createElement('iframe'));
  const tell = (ear: EventTarget, type: string, source: Window | null) =>
    ear.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ type, data: {} }), source }));
  tell(window, 'shown', null);
  tell(document, 'hidden', null);
  tell(window, 'own', window);
  tell(window, 'false', frame.contentWindow);
  way?.close();
  tell(window, 'late', null);
  tell(document, 'late', null);
  expect(received.map((heard) => (heard as unknown[])[0])).toEqual(['shown', 'hidden', 'own']);
  Reflect.deleteProperty(window, 'ReactNativeWebView');
  frame.remove();
});
