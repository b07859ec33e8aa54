// An LRU cache of compressed files. Each file is compressed once, even for concurrent requests. For files that barely
// shrink it only remembers that.
import { compressBytes, type Encoding } from './compress-bytes.ts';

export interface CompressedFiles {
  readonly maxBytes: number;
  find(key: string): Buffer | 'no gain' | undefined;
  add(key: string, bytes: Buffer, encoding: Encoding): Promise<Buffer | 'no gain'>;
  /** Whether the caller should collect this file for `add`. Until it is added or given up, other callers get false. */
  begin(key: string): boolean;
  giveUp(key: string): void;
}

export interface CompressedFilesOptions {
  readonly capacityBytes?: number;
  readonly maxBytes?: number;
}

const mebibyte = 1024 * 1024;
// Less gain isn't worth the browser's work.
const maxRatio = 0.9;
// Limits the entries of files without gain, which take no memory.
const maxEntries = 5000;
const maxCollected = 2;

export function createCompressedFiles(options: CompressedFilesOptions = {}): CompressedFiles {
  const { capacityBytes = 48 * mebibyte, maxBytes = 32 * mebibyte } = options;
  // A map keeps insertion order, so its first entry is the least recently used.
  const kept = new Map<string, Buffer | 'no gain'>();
  const underWay = new Map<string, Promise<Buffer | 'no gain'>>();
  const collected = new Set<string>();
  let bytesKept = 0;

  const drop = (key: string): void => {
    const entry = kept.get(key);
    kept.delete(key);
    if (entry instanceof Buffer) bytesKept -= entry.length;
  };
  const keep = (key: string, entry: Buffer | 'no gain'): void => {
    kept.set(key, entry);
    if (entry instanceof Buffer) bytesKept += entry.length;
    for (const oldest of kept.keys()) {
      if (bytesKept <= capacityBytes && kept.size <= maxEntries) break;
      drop(oldest);
    }
  };
  const compress = async (key: string, bytes: Buffer, encoding: Encoding): Promise<Buffer | 'no gain'> => {
    try {
      const compressed = await compressBytes(bytes, encoding);
      const entry = compressed.length <= bytes.length * maxRatio ? compressed : 'no gain';
      keep(key, entry);
      return entry;
    } finally {
      underWay.delete(key);
      collected.delete(key);
    }
  };
  return {
    maxBytes,
    find: (key) => {
      const entry = kept.get(key);
      if (entry === undefined) return undefined;
      kept.delete(key);
      kept.set(key, entry);
      return entry;
    },
    add: (key, bytes, encoding) => {
      const known = underWay.get(key) ?? compress(key, bytes, encoding);
      underWay.set(key, known);
      return known;
    },
    begin: (key) => {
      if (collected.has(key) || collected.size >= maxCollected) return false;
      collected.add(key);
      return true;
    },
    giveUp: (key) => void collected.delete(key),
  };
}
