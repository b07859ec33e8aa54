/** Calls a game's function. An error in it is reported like one of an event listener and never stops us. */
export function callGame<Args extends readonly unknown[]>(
  callback: ((...args: Args) => unknown) | null | undefined,
  ...args: Args
): void {
  if (typeof callback !== 'function') return;
  try {
    callback(...args);
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
  }
}

/** A set of a game's listeners. */
export function createForeignListeners<Args extends readonly unknown[]>() {
  const all = new Set<(...args: Args) => unknown>();
  return {
    add: (listener: (...args: Args) => unknown): void => {
      if (typeof listener === 'function') all.add(listener);
    },
    remove: (listener: (...args: Args) => unknown): void => void all.delete(listener),
    emit: (...args: Args): void => {
      // A listener may remove itself and others.
      const current = [...all];
      for (const listener of current) callGame(listener, ...args);
    },
  };
}

/** For SDKs whose calls accept a callback `(error, result)` and return a promise. With a callback, it never rejects. */
export function settle<T>(
  result: Promise<T>,
  callback: ((error: unknown, result?: T) => unknown) | undefined,
): Promise<T | undefined> {
  if (typeof callback !== 'function') return result;
  return result.then(
    (value) => {
      callGame(callback, null, value);
      return value;
    },
    (error: unknown) => {
      callGame(callback, error);
      return undefined;
    },
  );
}
