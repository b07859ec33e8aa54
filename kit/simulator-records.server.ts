// The records of a simulated vendor: what was opened there, newest last, bounded so that a laptop that runs for weeks stays small. Each
// address has records of its own. They are lost with the process.

export interface SimulatorRecords<T> {
  readonly all: () => readonly T[];
  /** Newest first, as many as a page shows. */
  readonly latest: () => readonly T[];
  get(id: string): T | undefined;
  add(id: string, entry: T): T;
  /** The newest of those. */
  find(isWanted: (entry: T) => boolean): T | undefined;
}

export function createRecords<T>(most = 1000): SimulatorRecords<T> {
  const entries = new Map<string, T>();
  return {
    all: () => [...entries.values()],
    latest: () => [...entries.values()].toReversed().slice(0, 100),
    get: (id) => entries.get(id),
    add(id, entry) {
      for (const oldest of entries.keys()) if (entries.size >= most) entries.delete(oldest);
      entries.set(id, entry);
      return entry;
    },
    find: (isWanted) => [...entries.values()].findLast(isWanted),
  };
}

/** The same thing for the same address, made when it is asked for first. */
export function createOnePerPlace<P extends { readonly at: string }, T>(create: (place: P) => T): (place: P) => T {
  const made = new Map<string, T>();
  return (place) => {
    const known = made.get(place.at);
    if (known !== undefined) return known;
    const one = create(place);
    made.set(place.at, one);
    return one;
  };
}
