import { expect, onTestFinished, test, vi } from 'vitest';
import { gameLockName, holdGameLock } from './game-lock.ts';
import { loadNewVersion } from './load-new-version.ts';
import { newVersion, watchForNewVersion } from './new-version.ts';

/** Fakes the browser's locks and a waiting service worker. */
function stubBrowser() {
  const held: string[] = [];
  const controlled = new EventTarget();
  vi.stubGlobal('navigator', {
    serviceWorker: controlled,
    locks: {
      query: async () => ({ held: held.map((name) => ({ name })) }),
      request: async (name: string, _: object, work: () => Promise<void>) => {
        held.push(name);
        await work();
        held.splice(held.indexOf(name), 1);
      },
    },
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const postMessage = vi.fn<(said: string) => void>(() => void controlled.dispatchEvent(new Event('controllerchange')));
  const registration = Object.assign(new EventTarget(), { waiting: { postMessage }, installing: null });
  watchForNewVersion(registration as unknown as ServiceWorkerRegistration);
  return { postMessage, held };
}

test('a new version activates when the player agrees, and the page reloads', async () => {
  const { postMessage } = stubBrowser();
  expect(newVersion.isWaiting()).toBe(true);
  const reload = vi.fn<() => void>();
  await loadNewVersion(reload);
  expect(postMessage).toHaveBeenCalledExactlyOnceWith('take-over');
  expect(reload).toHaveBeenCalledOnce();
});

test('it does not activate while a game runs in any tab', async () => {
  const { postMessage, held } = stubBrowser();
  const end = holdGameLock();
  expect(held).toEqual([gameLockName]);
  const reload = vi.fn<() => void>();
  await loadNewVersion(reload);
  expect(postMessage).not.toHaveBeenCalled();
  expect(reload).toHaveBeenCalledOnce();
  end();
  await vi.waitFor(() => expect(held).toEqual([]));
});
