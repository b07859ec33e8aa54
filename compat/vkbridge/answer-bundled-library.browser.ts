// Most apps have the vendor's library in their own code. It can't be replaced there, but it looks for the app around it
// before it speaks to the page above: here it finds one, in the game's own window.
import type { VKBridge } from './vendor-types.ts';

export function answerBundledLibrary(frame: Window & { AndroidBridge?: object }, bridge: VKBridge): void {
  if (frame.AndroidBridge) return;
  bridge.subscribe(({ detail }) => frame.dispatchEvent(new CustomEvent('VKWebAppEvent', { detail })));
  const send = (method: string, params: unknown): void =>
    void bridge.send(method as 'VKWebAppInit', parse(params)).catch(() => undefined);
  // Of every name, because the library waits for ever for a method that it doesn't find.
  frame.AndroidBridge = new Proxy(
    {},
    {
      get: (_, name) =>
        typeof name === 'string' && /^(VKWebApp|SetSupported)/.test(name)
          ? (params: unknown) => send(name, params)
          : undefined,
    },
  );
}

function parse(params: unknown): object {
  try {
    return JSON.parse(String(params)) as object;
  } catch {
    return {};
  }
}
