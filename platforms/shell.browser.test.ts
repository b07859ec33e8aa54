import { expect, it } from 'vitest';
import { PlatformError } from './port.browser.ts';
import { connectToAppShell } from './shell.browser.ts';

const host = (window: object) => ({
  window: window as Window,
  withPlatformTimeout: <T>(_: string, promise: Promise<T>) => promise,
  log: { warn: () => undefined },
});

function windowWith(answers: Readonly<Record<string, object>>) {
  const methods: Record<string, (json: string) => void> = {};
  const window = Object.assign(new EventTarget(), { FxShell: methods });
  const tell = (type: string, data: object) =>
    window.dispatchEvent(new CustomEvent('FxShellEvent', { detail: { type, data } }));
  for (const [name, data] of Object.entries(answers))
    methods[name] = (json) =>
      tell('answer', { ...data, requestId: (JSON.parse(json) as { requestId: string }).requestId });
  return { window, tell };
}

it('a plain browser has no shell', () => {
  const window: { parent?: object } & EventTarget = new EventTarget();
  window.parent = window;
  expect(connectToAppShell(host(window), 'Vendor', 'http://lab.example')).toBeUndefined();
});

it('a program replies to calls, sends events and reports errors', async () => {
  const { window, tell } = windowWith({
    FxShellInit: { language: 'german' },
    FxShellBuy: { error: { code: 'cancelled', message: 'closed' } },
    FxShellShare: { error: {} },
  });
  const shell = connectToAppShell(host(window), 'Vendor', undefined);
  expect(await shell?.call('Init')).toEqual({ language: 'german' });
  await expect(shell?.call('Buy')).rejects.toEqual(new PlatformError('UserCancelled', 'closed'));
  await expect(shell?.call('Share')).rejects.toMatchObject({ code: 'Unknown', message: 'The shell failed' });
  await expect(shell?.call('Dance')).rejects.toMatchObject({ code: 'NotSupported' });
  const heard: unknown[] = [];
  shell?.on('Overlay', (data) => void heard.push(data));
  tell('FxShellOverlay', { isOpen: true });
  shell?.close();
  tell('FxShellOverlay', { isOpen: false });
  expect(heard).toEqual([{ isOpen: true }]);
});
