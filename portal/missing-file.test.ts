// When the page loads itself anew. The script stands in index.html, because it must be there when the program is not.
import { expect, test } from 'vitest';
import page from './index.html?raw';

const script = [...page.matchAll(/<script nonce="%NONCE%">([\s\S]*?)<\/script>/g)]
  .map(([, text = '']) => text)
  .find((text) => text.includes('fxidReloadOnce'));

type Listener = (event: { readonly target: object }) => void;
interface Tab {
  readonly kept: Map<string, string>;
  reloads: number;
}

const newTab = (): Tab => ({ kept: new Map(), reloads: 0 });

/** A page of that build in the tab; gives what the page then does. */
function open(tab: Tab, build: string, changes: { isOnline?: boolean; token?: string; hasStorage?: boolean } = {}) {
  const { isOnline = true, token, hasStorage = true } = changes;
  const window: { fxidReloadOnce?: () => boolean; fxidHandedToken?: string } = {
    ...(token !== undefined && { fxidHandedToken: token }),
  };
  const listeners: Listener[] = [];
  const sessionStorage = {
    getItem: (key: string) => tab.kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (!hasStorage) throw new Error('Storage is blocked.');
      tab.kept.set(key, value);
    },
  };
  const text = (script ?? '').replace('%RUNTIME_CONFIG%', '{}');
  // oxlint-disable-next-line typescript/no-implied-eval -- the text is our own page's
  const run = new Function('window', 'location', 'document', 'navigator', 'sessionStorage', 'addEventListener', text);
  run(
    window,
    { reload: () => (tab.reloads += 1) },
    { querySelector: () => ({ src: `https://portal.example/assets/index-${build}.js` }) },
    { onLine: isOnline },
    sessionStorage,
    (type: string, listener: Listener, isCapturing: boolean) => {
      // Errors of elements do not bubble.
      expect([type, isCapturing]).toEqual(['error', true]);
      listeners.push(listener);
    },
  );
  return {
    reload: () => window.fxidReloadOnce?.(),
    fail: (target: object) => {
      for (const listener of listeners) listener({ target });
    },
  };
}

test('once for each build, whatever order they come in', () => {
  const tab = newTab();
  expect(open(tab, 'a').reload()).toBe(true);
  expect(open(tab, 'b').reload()).toBe(true);
  expect(open(tab, 'a').reload()).toBe(false);
  expect(open(tab, 'b').reload()).toBe(false);
  expect(tab.reloads).toBe(2);
});

test.each([
  ['without a network', { isOnline: false }],
  ['with a token that a new page would not have', { token: 'abc' }],
  ['where nothing can be remembered', { hasStorage: false }],
])('never %s', (_, changes) => {
  const tab = newTab();
  expect(open(tab, 'a', changes).reload()).toBe(false);
  expect(tab.reloads).toBe(0);
});

test.each([
  ['its program', { type: 'module' }, 1],
  ['its styles', { rel: 'stylesheet' }, 1],
  ['a picture', { src: '/art.svg' }, 0],
])('when %s cannot be loaded', (_, element, reloads) => {
  const tab = newTab();
  open(tab, 'a').fail(element);
  expect(tab.reloads).toBe(reloads);
});
