// One tab at a time stores a save on the device. Otherwise two tabs would overwrite each other's unsent changes.

export interface SaveLock {
  readonly isHeld: boolean;
  readonly release: () => void;
}

export async function holdSaveLock(id: string): Promise<SaveLock> {
  if (!('locks' in navigator)) return { isHeld: true, release: () => undefined };
  return new Promise((resolve) => {
    navigator.locks
      .request(
        `fxid-save ${id}`,
        // A reloaded page gets the lock of its predecessor a moment later.
        { signal: AbortSignal.timeout(waitMs) },
        () => new Promise<void>((release) => resolve({ isHeld: true, release })),
      )
      .catch(() => resolve({ isHeld: false, release: () => undefined }));
  });
}

const waitMs = 1000;
