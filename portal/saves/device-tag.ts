// The server takes writes with the same device name for those of one device, and keeps only the last one of a few minutes
// in the history. So two devices of a kind need different names.
import { storage } from '#portal/storage.ts';

export function readDeviceTag(): string {
  const known = storage.get(tagKey);
  if (known !== undefined) return known;
  const tag = createDeviceTag();
  storage.set(tagKey, tag);
  return tag;
}

export const createDeviceTag = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(3)), (byte) => letters[byte % letters.length]).join('');

const tagKey = 'SaveDeviceTag';
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
