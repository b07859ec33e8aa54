// Who wants to hear of which event. A listener that throws keeps nobody else from hearing; its mistake goes to the page's own
// error handler. It is part of every game, so it is small.

export interface Listeners {
  readonly add: (event: string, listener: (data: never) => void) => () => void;
  /** To those who listen now: whoever begins or stops meanwhile does so for the next time. */
  readonly emit: (event: string, data?: unknown) => void;
}

export function createListeners(): Listeners {
  const all = new Map<string, Set<(data: never) => void>>();
  return {
    add: (event, listener) => {
      const set = all.get(event) ?? new Set();
      all.set(event, set.add(listener));
      return () => void set.delete(listener);
    },
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
