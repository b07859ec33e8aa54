// The records of a simulated vendor, kept in memory. The oldest are dropped, so that a long-running lab stays small.

export interface SimulatorRecords<T> {
  readonly all: () => readonly T[];
  readonly latest: () => readonly T[];
  get(id: string): T | undefined;
  add(id: string, entry: T): T;
  find(isWanted: (entry: T) => boolean): T | undefined;
}

export function createSimulatorRecords<T>(maxEntries = 1000): SimulatorRecords<T> {
  const entries = new Map<string, T>();
  return {
    all: () => [...entries.values()],
    latest: () => [...entries.values()].toReversed().slice(0, 100),
    get: (id) => entries.get(id),
    add(id, entry) {
      for (const oldest of entries.keys()) if (entries.size >= maxEntries) entries.delete(oldest);
      entries.set(id, entry);
      return entry;
    },
    find: (isWanted) => [...entries.values()].findLast(isWanted),
  };
}

export function memoizeBySimulatorUrl<P extends { readonly at: string }, T>(create: (place: P) => T): (place: P) => T {
  const made = new Map<string, T>();
  return (place) => {
    const known = made.get(place.at);
    if (known !== undefined) return known;
    const one = create(place);
    made.set(place.at, one);
    return one;
  };
}
