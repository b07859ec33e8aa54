// The server keeps only the last write of a few minutes of one device in the history. Two devices of a player can have
// the same name, so each has an id.
import { storage } from '#portal/storage.ts';

export function readDeviceId(): string {
  const known = storage.get(idKey);
  if (known !== undefined) return known;
  const id = crypto.randomUUID();
  storage.set(idKey, id);
  return id;
}

const idKey = 'SaveDeviceId';
