// Saves and changes of saves, without any input or output.

export type SaveEntries = ReadonlyMap<string, string>;

export interface SaveSnapshot {
  readonly revision: number;
  readonly entries: SaveEntries;
  readonly updatedAt?: string | undefined;
  readonly device?: string | undefined;
  readonly summary?: string | undefined;
  /**
   * The last write of each device that is part of this save: its revision by the device's id. Absent: the backend never
   * lets one write overwrite another.
   */
  readonly lastWrites?: ReadonlyMap<string, number> | undefined;
}

export interface SaveChange {
  readonly set: SaveEntries;
  readonly remove: readonly string[];
  readonly summary?: string | undefined;
  readonly changedAt: string;
}

export function applyChange(entries: SaveEntries, change: SaveChange | undefined): SaveEntries {
  if (!change) return entries;
  const result = new Map(entries);
  for (const key of change.remove) result.delete(key);
  for (const [key, value] of change.set) result.set(key, value);
  return result;
}

export function mergeChanges(earlier: SaveChange | undefined, later: SaveChange): SaveChange {
  if (!earlier) return later;
  const removed = new Set(earlier.remove);
  const set = new Map(earlier.set);
  for (const key of later.remove) {
    set.delete(key);
    removed.add(key);
  }
  for (const [key, value] of later.set) {
    set.set(key, value);
    removed.delete(key);
  }
  return {
    set,
    remove: [...removed],
    summary: later.summary ?? earlier.summary,
    changedAt: later.changedAt,
  };
}

/** The change that makes `to` from `from`. */
export function diffEntries(
  from: SaveEntries,
  to: SaveEntries,
  { summary, changedAt }: Pick<SaveChange, 'summary' | 'changedAt'>,
): SaveChange {
  return {
    set: new Map([...to].filter(([key, value]) => from.get(key) !== value)),
    remove: [...from.keys()].filter((key) => !to.has(key)),
    summary,
    changedAt,
  };
}

export const hasSameEntries = (a: SaveEntries, b: SaveEntries): boolean =>
  a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);

/** Whether a save with the writes `later` has overwritten none of `earlier`. */
export const includesWrites = (later: SaveSnapshot['lastWrites'], earlier: SaveSnapshot['lastWrites']): boolean =>
  [...(earlier ?? [])].every(([device, revision]) => (later?.get(device) ?? 0) >= revision);

export function measureEntries(entries: SaveEntries): number {
  let bytes = 0;
  for (const [key, value] of entries) bytes += measureText(key) + measureText(value);
  return bytes;
}

const encoder = new TextEncoder();
export const measureText = (text: string): number => encoder.encode(text).length;
