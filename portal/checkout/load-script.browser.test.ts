import { afterEach, expect, test, vi } from 'vitest';
import { loadScript } from './load-script.ts';

afterEach(() => {
  vi.useRealTimers();
  document.head.replaceChildren();
});

const address = 'https://pay.example/widget.js';
const script = () => document.head.querySelector('script');

test('a script is loaded', async () => {
  const loaded = loadScript(address);
  expect(script()?.src).toBe(address);
  script()?.dispatchEvent(new Event('load'));
  await expect(loaded).resolves.toBeUndefined();
});

test('a blocked script rejects with its URL, and leaves no element', async () => {
  const loaded = loadScript(address);
  script()?.dispatchEvent(new Event('error'));
  await expect(loaded).rejects.toThrow(`${address} could not be loaded`);
  expect(script()).toBeNull();
});

test('a script that never loads rejects after 20 s', async () => {
  vi.useFakeTimers();
  const loaded = loadScript(address);
  const failed = expect(loaded).rejects.toThrow('20000 ms');
  await vi.advanceTimersByTimeAsync(20_000);
  await failed;
  expect(script()).toBeNull();
});
