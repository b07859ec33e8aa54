// Runs the scripts of an adapter's bundle in a window between the platform's page and the player, for tests. jsdom loads
// no frames and no scripts by address, so both are replaced.
import { overlaid } from './simulator-overlay.browser.ts';
import type { SimulatedLaunch, SimulatedVendorResponse } from './simulator-vendor.ts';

interface SimulatedBundleDeps {
  readonly fetchScript: (address: string, page: URL) => Promise<SimulatedVendorResponse>;
  readonly postToPage: (message: unknown) => void;
  readonly postToPlayer: (message: unknown) => void;
  readonly alter: ((window: Window) => void) | undefined;
}

export interface SimulatedBundle {
  receiveFromPage(message: unknown): void;
  receiveFromPlayer(message: unknown, from?: { readonly source?: unknown; readonly origin?: string }): void;
  close(): void;
}

export async function openSimulatedBundle(
  { address, files }: NonNullable<SimulatedLaunch['bundle']>,
  { fetchScript, postToPage, postToPlayer, alter }: SimulatedBundleDeps,
): Promise<SimulatedBundle> {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const inner = frame.contentWindow as (Window & typeof globalThis) | null;
  if (!inner) throw new Error('The frame has no window. Run this in jsdom.');
  const html = new DOMParser().parseFromString(files['index.html'] ?? '', 'text/html');
  const src = html.querySelector('iframe')?.dataset['src'] ?? '';
  const { origin: playerOrigin } = new URL(src);
  const page = {
    postMessage: (message: unknown, origin: string) => {
      const copy: unknown = structuredClone(message);
      if (origin === address.origin) queueMicrotask(() => postToPage(copy));
    },
  };
  const player = {
    postMessage: (message: unknown, origin: string) => {
      if (origin === playerOrigin) postToPlayer(message);
    },
  };
  const playerFrame = { dataset: { src }, contentWindow: player, src: '' };
  const window = overlaid<Window>(inner, {
    parent: page,
    location: overlaid(inner.location, { search: address.search, pathname: address.pathname, href: address.href }),
    document: overlaid(inner.document, {
      querySelector: (selector: string) => (selector === 'iframe' ? playerFrame : html.querySelector(selector)),
    }),
  });
  for (const script of html.querySelectorAll('script')) {
    const name = script.getAttribute('src') ?? '';
    const isOwn = Object.hasOwn(files, name);
    const { status, text } = isOwn ? { status: 200, text: files[name] ?? '' } : await fetchScript(name, address);
    if (status !== 200) continue;
    // oxlint-disable-next-line eslint/no-new-func, typescript/no-implied-eval -- it plays the browser
    new Function('window', text)(window);
    if (!isOwn) alter?.(window);
  }
  const receive = (data: unknown, from: { readonly source: unknown; readonly origin: string }): void =>
    void inner.dispatchEvent(Object.assign(new inner.Event('message'), { data, ...from }));
  return {
    receiveFromPage: (message) => receive(message, { source: page, origin: address.origin }),
    receiveFromPlayer: (message, from = {}) => receive(message, { source: player, origin: playerOrigin, ...from }),
    close: () => frame.remove(),
  };
}
