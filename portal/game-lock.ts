// A page holds this Web Lock while a game runs. All tabs and the service worker see it, and the browser releases it
// with the page.
export const gameLockName = 'fxid-game';

/** Returns a function to call when the game ends. */
export function holdGameLock(): () => void {
  if (!('locks' in navigator)) return () => undefined;
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  void navigator.locks.request(gameLockName, { mode: 'shared' }, () => ended);
  return () => end();
}

export async function isGameRunning(): Promise<boolean> {
  if (!('locks' in navigator)) return false;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === gameLockName);
}
