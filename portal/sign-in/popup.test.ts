import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { apiBase } from '#contract/api-base.ts';
import { api } from '#contract/api.ts';
import { createIdentityBrowserHost, type IdentityBrowserHostDeps, type WindowMessage } from './popup.ts';

const origin = 'https://portal.example';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A fake window that opens popups and records calls. */
function browser({ isBlocked = false, answer = '{}' } = {}) {
  const popup = {
    closed: false,
    location: { href: 'about:blank' },
    close: () => {
      popup.closed = true;
    },
  };
  const listeners = new Set<(event: WindowMessage) => void>();
  const channels: { name: string; closed: boolean; close: () => void; onmessage: HearChannel }[] = [];
  const opened: string[][] = [];
  const asked: { address: string; init: RequestInit }[] = [];
  const state = { hasFocus: true };
  const deps: IdentityBrowserHostDeps = {
    window: {
      open: (...call) => {
        opened.push(call);
        return isBlocked ? null : popup;
      },
      addEventListener: (_, listener) => void listeners.add(listener),
      removeEventListener: (_, listener) => void listeners.delete(listener),
      document: { hasFocus: () => state.hasFocus },
      location: { origin },
      screenX: 100,
      screenY: 0,
      outerWidth: 1300,
      outerHeight: 780,
    },
    channel: (name) => {
      const channel = {
        name,
        closed: false,
        close: () => {
          channel.closed = true;
        },
        onmessage: null as HearChannel,
      };
      channels.push(channel);
      return channel;
    },
    fetch: async (address, init) => {
      asked.push({ address, init });
      return { status: 400, text: async () => answer };
    },
    basePath: '/portal/',
    locale: 'de',
    log: { warn: () => undefined },
  };
  const say = (data: unknown, source: unknown = popup, from = 'https://vendor.example'): void => {
    for (const listener of listeners) listener({ source, origin: from, data });
  };
  const broadcast = (data: unknown): void => {
    for (const channel of channels) {
      if (!channel.closed) channel.onmessage?.call(channel as never, { data } as MessageEvent);
    }
  };
  return { host: createIdentityBrowserHost(deps), popup, listeners, channels, opened, asked, state, say, broadcast };
}

type HearChannel = BroadcastChannel['onmessage'];
const anything = (data: unknown, from: string) => ({ data, from });

test('the window opens centred with our page, and the adapter gets the return address', () => {
  const { host, opened } = browser();
  expect(host.openPopup()).toBeDefined();
  const features = 'popup,width=500,height=680,left=500,top=50';
  expect(opened).toEqual([['https://portal.example/portal/SignInStart', '_blank', features]]);
  expect(host.returnUrl).toBe('https://portal.example/portal/SignInReturn');
  expect(host.apiReturnUrl).toBe(`https://portal.example/portal${apiBase}${api.auth.authenticateToFxid.path}`);
});

test('a blocked window is not an error', () => {
  const { host, listeners } = browser({ isBlocked: true });
  expect(host.openPopup()).toBeUndefined();
  expect(listeners.size).toBe(0);
});

test('the window navigates to pages of the network only', () => {
  const { host, popup } = browser();
  const opened = host.openPopup();
  opened?.go('https://vendor.example/login');
  expect(popup.location.href).toBe('https://vendor.example/login');
  for (const address of ['javascript:alert(1)', 'data:text/html,x', 'blob:https://portal.example/1', '/login']) {
    expect(() => opened?.go(address), address).toThrow('pages of the network only');
  }
});

test('receives messages of the window and the channel, and of no other window', async () => {
  const { host, say, broadcast } = browser();
  const opened = host.openPopup();
  const first = opened?.message(anything);
  say('from a frame', { other: true });
  say('from the vendor');
  expect(await first).toEqual({ data: 'from the vendor', from: 'https://vendor.example' });
  const second = opened?.message(anything);
  broadcast('from our page');
  expect(await second).toEqual({ data: 'from our page', from: origin });
});

test('earlier messages are kept for a later listener, and unmatched ones are skipped', async () => {
  const { host, say } = browser();
  const opened = host.openPopup();
  say('noise');
  say('answer');
  expect(await opened?.message((data) => (data === 'answer' ? 'taken' : undefined))).toBe('taken');
});

test('closing the window ends the wait', async () => {
  const { host, popup, listeners, channels } = browser();
  const waiting = host.openPopup()?.message(anything);
  popup.closed = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect(await waiting).toBe('closed');
  expect(listeners.size).toBe(0);
  expect(channels.map(({ name, closed }) => [name, closed])).toEqual([['fxid-sign-in', true]]);
  expect(vi.getTimerCount()).toBe(0);
});

test('the last message of a closing window is received', async () => {
  const { host, popup, broadcast } = browser();
  const waiting = host.openPopup()?.message(anything);
  popup.closed = true;
  await vi.advanceTimersByTimeAsync(500);
  broadcast('last words');
  expect(await waiting).toEqual({ data: 'last words', from: origin });
});

test("a window that seems closed is awaited while the player isn't on the page", async () => {
  const { host, popup, state, broadcast } = browser();
  const waiting = host.openPopup()?.message(anything);
  popup.closed = true;
  state.hasFocus = false;
  await vi.advanceTimersByTimeAsync(120_000);
  // Looking at the page behind it for a moment ends nothing.
  state.hasFocus = true;
  await vi.advanceTimersByTimeAsync(9000);
  state.hasFocus = false;
  await vi.advanceTimersByTimeAsync(9000);
  broadcast('back again');
  expect(await waiting).toEqual({ data: 'back again', from: origin });
});

test('the wait ends if the player returns to the page', async () => {
  const { host, popup, state } = browser();
  const waiting = host.openPopup()?.message(anything);
  popup.closed = true;
  state.hasFocus = false;
  await vi.advanceTimersByTimeAsync(1000);
  state.hasFocus = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await waiting).toBe('closed');
});

test('the wait ends after ten minutes', async () => {
  const { host, popup } = browser();
  const waiting = host.openPopup()?.message(anything);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(await waiting).toBe('closed');
  expect(popup.closed).toBe(true);
});

test('closing removes all listeners, also twice, and ends the wait', async () => {
  const { host, popup, listeners } = browser();
  const opened = host.openPopup();
  const waiting = opened?.message(anything);
  opened?.close();
  opened?.close();
  expect(await waiting).toBe('closed');
  expect(popup.closed).toBe(true);
  expect(listeners.size).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('posts JSON or a form without cookies, and returns the response whatever its status', async () => {
  const json = browser({ answer: '{"error":{"code":400}}' });
  expect(await json.host.post('https://vendor.example/x', { a: 1 })).toEqual({
    status: 400,
    body: { error: { code: 400 } },
  });
  const init = json.asked[0]?.init;
  expect(init).toMatchObject({ method: 'POST', body: '{"a":1}', credentials: 'omit' });
  expect(init?.headers).toEqual({ 'content-type': 'application/json' });
  expect(init?.signal).toBeInstanceOf(AbortSignal);

  const form = browser({ answer: '<h1>Bad gateway</h1>' });
  const body = new URLSearchParams({ a: '1' });
  expect(await form.host.post('https://vendor.example/x', body)).toEqual({ status: 400, body: undefined });
  expect(form.asked[0]?.init.body).toBe(body);
  expect(form.asked[0]?.init.headers).toBeUndefined();
});
