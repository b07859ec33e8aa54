import { expect, test, vi } from 'vitest';
import { createPageCache } from './page-cache.ts';

function setUp(maxBytes = 100) {
  const listeners: (() => void)[] = [];
  const state = { nowMs: 0, isConnected: true };
  const make = vi.fn<(text: string) => Promise<string>>(async (text) => text);
  const cache = createPageCache<string>({
    signals: {
      on: (_, listener) => void listeners.push(() => listener('games')),
      onLost: (listener) => void listeners.push(listener),
      connected: () => state.isConnected,
    },
    nowMs: () => state.nowMs,
    bytesOf: (value) => value.length,
    isLasting: (value) => value !== 'nothing',
    maxBytes,
  });
  return {
    state,
    make,
    forget: () => listeners[0]?.(),
    lose: () => listeners[1]?.(),
    find: (key: string, text = key) => cache.find(key, () => make(text)),
  };
}

test('renders a page once, even for concurrent requests, until something changes', async () => {
  const { find, make, forget, lose } = setUp();
  await Promise.all([find('a'), find('a'), find('a')]);
  await find('a');
  expect(make).toHaveBeenCalledTimes(1);
  forget();
  expect(await find('a', 'changed')).toBe('changed');
  lose();
  expect(await find('a', 'changed again')).toBe('changed again');
  expect(make).toHaveBeenCalledTimes(3);
});

test('a page whose rendering started before the change is not cached', async () => {
  const { find, make, forget } = setUp();
  const begun = find('a', 'old');
  forget();
  expect(await begun).toBe('old');
  expect(await find('a', 'new')).toBe('new');
  expect(make).toHaveBeenCalledTimes(2);
});

test('caches it for a minute, but not while signals may be missed, and no missing page', async () => {
  const { find, make, state } = setUp();
  await find('a');
  state.nowMs = 59_999;
  await find('a');
  expect(make).toHaveBeenCalledTimes(1);
  state.nowMs = 60_000;
  await find('a');
  expect(make).toHaveBeenCalledTimes(2);
  state.isConnected = false;
  await find('b');
  await find('b');
  expect(make).toHaveBeenCalledTimes(4);
  state.isConnected = true;
  await find('c', 'nothing');
  await find('c', 'nothing');
  expect(make).toHaveBeenCalledTimes(6);
});

test('caches the newest pages up to a limit', async () => {
  const { find, make } = setUp(10);
  await find('a', 'aaaaa');
  await find('b', 'bbbbb');
  await find('c', 'ccccc');
  await find('b');
  expect(make).toHaveBeenCalledTimes(3);
  await find('a', 'aaaaa');
  expect(make).toHaveBeenCalledTimes(4);
});

test('a failed page is rendered again', async () => {
  const { find, make } = setUp();
  make.mockRejectedValueOnce(new Error('broken'));
  await expect(find('a')).rejects.toThrow('broken');
  expect(await find('a')).toBe('a');
});
