// When the page reloads itself. The script is in index.html, because it must work when the app fails to load.
import { expect, onTestFinished, test, vi } from 'vitest';
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

/** Opens a page of that build in the tab, and returns what the page does. */
function open(tab: Tab, build: string, changes: { isOnline?: boolean; token?: string; hasStorage?: boolean } = {}) {
  const { isOnline = true, token, hasStorage = true } = changes;
  const window: { fxidReloadOnce?: () => boolean; fxidHandedToken?: string } = {
    ...(token !== undefined && { fxidHandedToken: token }),
  };
  const listeners: Listener[] = [];
  const leavers: (() => void)[] = [];
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
    (type: string, listener: Listener & (() => void), isCapturing?: boolean) => {
      // Error events of elements do not bubble.
      if (type === 'error' && isCapturing) listeners.push(listener);
      if (type === 'beforeunload') leavers.push(listener);
    },
  );
  return {
    reload: () => window.fxidReloadOnce?.(),
    fail: (target: object) => {
      for (const listener of listeners) listener({ target });
    },
    leave: () => {
      for (const listener of leavers) listener();
    },
  };
}

test('once per build, in any order', () => {
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

test('never during a navigation; after a download it may again', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const tab = newTab();
  const page = open(tab, 'a');
  page.leave();
  page.fail({ rel: 'stylesheet' });
  expect(tab.reloads).toBe(0);
  vi.advanceTimersByTime(10_000);
  page.fail({ rel: 'stylesheet' });
  expect(tab.reloads).toBe(1);
});
