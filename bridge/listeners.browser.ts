// Event listeners. If one throws, the others are still called, and the error goes to the page's global error handler.

export interface Listeners {
  readonly add: (event: string, listener: (data: never) => void) => () => void;
  /** Calls the current listeners. Listeners that are added or removed during the call take effect at the next event. */
  readonly emit: (event: string, data?: unknown) => void;
  readonly count: (event: string) => number;
}

export function createListeners(): Listeners {
  const all = new Map<string, Set<(data: never) => void>>();
  return {
    add: (event, listener) => {
      const set = all.get(event) ?? new Set();
      all.set(event, set.add(listener));
      return () => void set.delete(listener);
    },
    count: (event) => all.get(event)?.size ?? 0,
    emit: (event, data) => {
      for (const listener of new Set(all.get(event))) {
        try {
          listener(data as never);
        } catch (error) {
          setTimeout(() => {
            throw error;
          });
        }
      }
    },
  };
}
