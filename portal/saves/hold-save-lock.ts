// One tab at a time stores a save on the device. Otherwise two tabs would overwrite each other's unsent changes.

export interface SaveLock {
  readonly isHeld: boolean;
  readonly release: () => void;
}

/** For a game. */
export async function holdSaveLock(id: string): Promise<SaveLock> {
  if (!('locks' in navigator)) return { isHeld: true, release: () => undefined };
  return new Promise((resolve) => {
    navigator.locks
      .request(
        saveLockName(id),
        // A reloaded page gets the lock of its predecessor a moment later.
        { signal: AbortSignal.timeout(waitMs) },
        () => new Promise<void>((release) => resolve({ isHeld: true, release })),
      )
      .catch(() => resolve({ isHeld: false, release: () => undefined }));
    // Ends background work. The game waits for the lock already, so no other background work can come before it.
    navigator.locks.request(backgroundLockName(id), { steal: true }, () => undefined).catch(() => undefined);
  });
}

/**
 * For background work. Does nothing if a game has this save open. If a game opens it while `act` runs, the signal is
 * aborted and the game gets the save at once.
 */
export async function runWhileSaveIsUnused(id: string, act: (signal: AbortSignal) => Promise<void>): Promise<void> {
  // Without locks, a game in another tab could have it open.
  if (!('locks' in navigator)) return;
  const { locks } = navigator;
  const interruption = new AbortController();
  const interrupted = new Promise<void>((resolve) => {
    interruption.signal.addEventListener('abort', () => resolve());
  });
  const actIfFree = async (lock: Lock | null): Promise<void> => {
    if (lock) await Promise.race([act(interruption.signal), interrupted]);
  };
  try {
    await locks.request(backgroundLockName(id), { ifAvailable: true }, async (lock) => {
      if (lock) await locks.request(saveLockName(id), { ifAvailable: true }, actIfFree);
    });
  } catch (error) {
    // A game has stolen the first lock.
    if ((error as Error).name !== 'AbortError') throw error;
  } finally {
    interruption.abort();
  }
}

const saveLockName = (id: string): string => `fxid-save ${id}`;
const backgroundLockName = (id: string): string => `fxid-save-background ${id}`;

const waitMs = 1000;
