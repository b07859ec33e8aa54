import { BridgeError, buildInvalidParameterError } from '#bridge/bridge-error.ts';
import type { ParamsOf } from '#bridge/protocol.ts';
import { applyChange, measureEntries, type SaveChange, type SaveEntries } from './save-changes.ts';

/** The change that a game asks for. Throws if the save would break a rule of the server. */
export function toSaveChange(
  { values = {}, remove = [], clear = false, summary }: ParamsOf<'WriteSave'>,
  current: SaveEntries,
  maxBytes: number,
  now: Date,
): SaveChange {
  const entries = toEntries(values);
  const removed = new Set(clear ? current.keys() : []);
  for (const key of remove) removed.add(key);
  const change: SaveChange = {
    set: entries,
    remove: [...removed].filter((key) => !entries.has(key)),
    summary: summary === undefined ? undefined : requireWellFormed(summary, 'summary'),
    changedAt: now.toISOString(),
  };
  requireSpace(applyChange(current, change), maxBytes);
  return change;
}

/** The bridge has checked the length of the keys and rejected those that are dangerous as property names. */
export function toEntries(values: Readonly<Record<string, string>>): Map<string, string> {
  const entries = new Map(Object.entries(values));
  for (const [key, value] of entries) {
    requireWellFormed(key, 'values');
    requireWellFormed(value, 'values');
  }
  return entries;
}

export function requireSpace(entries: SaveEntries, maxBytes: number): void {
  if (entries.size > maxKeys)
    throw new BridgeError('TooLarge', `The save would have ${entries.size} keys; at most ${maxKeys} fit.`);
  const bytes = measureEntries(entries);
  if (bytes > maxBytes)
    throw new BridgeError('TooLarge', `The save would have ${bytes} bytes; at most ${maxBytes} fit.`);
}

function requireWellFormed(text: string, parameter: string): string {
  if (!text.isWellFormed() || text.includes('\0'))
    throw buildInvalidParameterError(parameter, 'has a text with half a character or a null character.');
  return text;
}

/** As in model/save.ts, which would split the chunk of the bridge's schemas. */
export const maxKeys = 1000;
