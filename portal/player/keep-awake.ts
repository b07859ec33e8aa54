import { log } from '#portal/log.ts';

/** Returns a function that stops it. */
export function keepAwake(): () => void {
  // Missing in some browsers and on pages without HTTPS, despite its type.
  const wakeLock = navigator.wakeLock as WakeLock | undefined;
  if (!wakeLock) return () => undefined;
  let hold: WakeLockSentinel | undefined;
  let isOver = false;
  const release = (held: WakeLockSentinel | undefined): void => {
    held?.release().catch((error: unknown) => log.debug('The screen could not be let go.', error));
  };
  const ask = async (): Promise<void> => {
    if (document.visibilityState !== 'visible') return;
    try {
      const lock = await wakeLock.request('screen');
      if (isOver) release(lock);
      else hold = lock;
    } catch (error) {
      // Usually because of a low battery; the game continues.
      log.debug('The screen may go dark while the game runs.', error);
    }
  };
  // The browser releases the lock when the page is hidden.
  const askAgain = (): void => void ask();
  document.addEventListener('visibilitychange', askAgain);
  void ask();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', askAgain);
    release(hold);
  };
}
