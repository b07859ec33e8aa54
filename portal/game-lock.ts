// Whether a game runs is a lock that its page holds: all tabs and the worker see it, and it goes with the page whatever happens.
export const gameLock = 'fxid-game';

/** To be called when a game begins; the answer is called when it ends. */
export function holdGame(): () => void {
  if (!('locks' in navigator)) return () => undefined;
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  void navigator.locks.request(gameLock, { mode: 'shared' }, () => ended);
  return () => end();
}

export async function isGameRunning(): Promise<boolean> {
  if (!('locks' in navigator)) return false;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === gameLock);
}
