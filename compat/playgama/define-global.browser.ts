// Builds contain copies of the vendor's script. Newer copies leave a global that is there; older ones replace it, which
// has no effect here. Whatever else a game keeps under this name, it gets.

export function defineGlobal<T extends object>(names: readonly string[], create: () => T): void {
  let own: T | undefined;
  for (const name of names) {
    // A page that loads the program twice keeps the first one.
    if (name in globalThis) continue;
    const value = (own ??= create());
    Object.defineProperty(globalThis, name, {
      configurable: true,
      enumerable: true,
      get: () => value,
      set: (given: unknown) => {
        if (!isCopy(given))
          Object.defineProperty(globalThis, name, {
            value: given,
            configurable: true,
            enumerable: true,
            writable: true,
          });
      },
    });
  }
}

const isCopy = (given: unknown): boolean =>
  typeof given === 'object' && given !== null && 'initialize' in given && 'INTERSTITIAL_STATE' in given;
