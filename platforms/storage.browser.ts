// A platform's storage as one text, for adapters. Loaded on demand, so it isn't part of the kit.
import { readUntrustedText, type UntrustedFields } from './kit/fields.browser.ts';
import { PlatformError, type BrowserHost, type PlatformStorage } from './port.browser.ts';

interface VendorStorage extends Pick<PlatformStorage, 'maxBytes' | 'minWritePauseMs'> {
  readonly title: string;
  /** Anything but a text counts as nothing stored. */
  readonly read: () => unknown;
  readonly write: (text: string) => unknown;
}

export function createStorage(
  { withPlatformTimeout }: Pick<BrowserHost, 'withPlatformTimeout'>,
  { title, read, write, ...limits }: VendorStorage,
): PlatformStorage {
  const run = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      return await withPlatformTimeout(`The storage of ${title}`, act());
    } catch (cause) {
      if (cause instanceof PlatformError) throw cause;
      throw new PlatformError('Unknown', `The storage of ${title} has failed`, { cause });
    }
  };
  return {
    ...limits,
    read: () =>
      run(async () => {
        const text = await read();
        return typeof text === 'string' && text !== '' ? text : undefined;
      }),
    write: (text) => run(async () => void (await write(text))),
  };
}

/** Some vendors' apps have several games. */
export const storageKey = ({ game }: Pick<BrowserHost, 'game'>): string => `fxid-save-${game}`;

/** A vendor's storage of short values. */
export interface ValueStore {
  readonly maxValueBytes: number;
  /** Leaves out what isn't stored, or returns an empty text for it. */
  readonly get: (keys: readonly string[]) => Promise<UntrustedFields>;
  readonly set: (key: string, value: string) => Promise<unknown>;
  readonly remove: (keys: readonly string[]) => Promise<unknown>;
}

/**
 * Stores a text of any length as short values. A long text is stored in parts under new keys, and the first key, which
 * names them, is written last: an interrupted write leaves the earlier text.
 */
export function splitIntoValues(
  { maxValueBytes, get, set, remove }: ValueStore,
  key: string,
): Pick<VendorStorage, 'read' | 'write'> {
  const nextKey = `${key}-next`;
  const listKeys = (head: unknown): string[] => {
    const [, id, count] = partsPattern.exec(readUntrustedText(head)) ?? [];
    return Array.from({ length: Number(count ?? 0) }, (_, index) => `${key}-${id}-${index}`);
  };
  return {
    async read() {
      const { [key]: head } = await get([key]);
      const text = readUntrustedText(head);
      if (text.startsWith(wholeMark)) return text.slice(wholeMark.length);
      const keys = listKeys(head);
      const parts = keys.length > 0 ? await get(keys) : {};
      const texts = keys.map((each) => readUntrustedText(parts[each]));
      return texts.includes('') ? undefined : texts.join('');
    },
    async write(text) {
      const { [key]: head, [nextKey]: next } = await get([key, nextKey]);
      const leftOver = new Set([...listKeys(head), ...listKeys(next)]);
      const [whole, ...rest] = splitText(wholeMark + text, maxValueBytes);
      if (rest.length === 0) await set(key, whole ?? wholeMark);
      else {
        const parts = splitText(text, maxValueBytes);
        const newHead = `#${crypto.randomUUID().slice(0, 8)}.${parts.length}`;
        // So that the next write removes the parts, should this one not get to the end.
        await set(nextKey, newHead);
        for (const [index, partKey] of listKeys(newHead).entries()) await set(partKey, parts[index] ?? '');
        await set(key, newHead);
      }
      // A part that can't be removed only takes space.
      if (leftOver.size > 0) await remove([...leftOver]).catch(() => undefined);
    },
  };
}

const wholeMark = '=';
const partsPattern = /^#([\da-f]{8})\.(\d{1,3})$/;

/** No part ends within a character. */
function splitText(text: string, maxBytes: number): string[] {
  const bytes = new TextEncoder().encode(text);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const parts: string[] = [];
  for (let from = 0, to: number; from < bytes.length; from = to) {
    to = Math.min(from + maxBytes, bytes.length);
    while (((bytes[to] ?? 0) & 0xc0) === 0x80) to -= 1;
    parts.push(decoder.decode(bytes.subarray(from, to)));
  }
  return parts;
}
