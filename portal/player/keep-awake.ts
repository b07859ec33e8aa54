import { log } from '#portal/log.ts';

/** Keeps the screen from going dark while the page is seen, until the function that comes back is called. */
export function keepAwake(): () => void {
  // The library says that it is always there; some browsers have none, and pages without encryption neither.
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
      // A battery that is low, as a rule: the game goes on all the same.
      log.debug('The screen may go dark while the game runs.', error);
    }
  };
  // The browser takes it away from a page that is hidden.
  const askAgain = (): void => void ask();
  document.addEventListener('visibilitychange', askAgain);
  void ask();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', askAgain);
    release(hold);
  };
}
