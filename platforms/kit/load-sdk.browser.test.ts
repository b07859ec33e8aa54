import { expect, it, vi } from 'vitest';
import { withPlatformTimeout } from '#portal/platform/start-platform.ts';
import { loadSdk } from './load-sdk.browser.ts';

const script = { title: 'A platform', address: 'https://a.example/sdk.js', global: 'Sdk' };

function hostWith(window: object, loadScript: () => Promise<void>) {
  return { window: window as Window, loadScript, withPlatformTimeout };
}

it('is loaded once, found by its global and initialised', async () => {
  const window: Record<string, unknown> = {};
  const load = vi.fn(async () => void (window['Sdk'] = { name: 'sdk' }));
  const init = (global: { name: string }) => Promise.resolve(global.name);
  for (let times = 0; times < 2; times += 1)
    expect(await loadSdk(hostWith(window, load), { ...script, init })).toBe('sdk');
  expect(load).toHaveBeenCalledOnce();
});

it('fails with the reason when it is blocked, defines nothing, or does not initialise in time', async () => {
  const init = () => new Promise<never>(() => undefined);
  const blocked = hostWith({}, () => Promise.reject(new Error('blocked')));
  await expect(loadSdk(blocked, { ...script, init })).rejects.toThrow('blocked');
  const empty = hostWith({}, async () => undefined);
  await expect(loadSdk(empty, { ...script, init })).rejects.toThrow('loaded but defines nothing');
  const silent = hostWith({ Sdk: {} }, async () => undefined);
  await expect(loadSdk(silent, { ...script, init, initMs: 1 })).rejects.toMatchObject({ code: 'Timeout' });
});
