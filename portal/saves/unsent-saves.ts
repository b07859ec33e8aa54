// Names the records of this device whose changes were not sent. The list is in the browser's storage, so that it can be
// read without the code for saves.
import { storage } from '#portal/storage.ts';
import { unsentSavesKey } from './unsent-saves-key.ts';

/** The ids of records in `device-saves.ts`. */
export const listUnsentSaves = (): readonly string[] => storage.get(unsentSavesKey)?.split(separator) ?? [];

export function markSave(id: string, isUnsent: boolean): void {
  const before = listUnsentSaves();
  if (before.includes(id) === isUnsent) return;
  const ids = isUnsent ? [...before, id] : before.filter((each) => each !== id);
  if (ids.length > 0) storage.set(unsentSavesKey, ids.join(separator));
  else storage.remove(unsentSavesKey);
}

const separator = '\n';
