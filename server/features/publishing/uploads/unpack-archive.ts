// Unpacks a ZIP archive from outside into a folder. Names stay inside the folder, and the sizes are counted while
// unpacking: what the archive says about them proves nothing.
import { createWriteStream } from 'node:fs';
import { mkdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'node:zlib';
import { PublishingError } from '../publishing-error.ts';

export interface UnpackLimits {
  readonly maxFiles: number;
  readonly maxBytes: number;
}

export const unpackLimits: UnpackLimits = { maxFiles: 20_000, maxBytes: 2_000_000_000 };

export async function unpackArchive(
  archive: string,
  folder: string,
  { signal, limits = unpackLimits }: { readonly signal: AbortSignal; readonly limits?: UnpackLimits },
): Promise<void> {
  const zip = await openArchive(archive);
  try {
    if (zip.size > limits.maxFiles)
      throw new PublishingError(`The archive has ${zip.size} files, and at most ${limits.maxFiles} are unpacked.`);
    const { bavail, bsize } = await statfs(dirname(folder));
    let left = Math.min(limits.maxBytes, bavail * bsize);
    for (const name of zip.keys()) {
      signal.throwIfAborted();
      const path = readPath(name);
      if (path === undefined) continue;
      const entry = await zip.get(name);
      if (entry.isSymlink) throw new PublishingError(`${name} is a link. Put a copy in its place.`);
      if (entry.isDirectory) continue;
      const to = join(folder, path);
      await makeFolder(dirname(to), name);
      const count = new Transform({
        transform(chunk: Buffer, _, done) {
          left -= chunk.length;
          if (left < 0) done(new PublishingError(`Unpacked, the archive has more than ${limits.maxBytes} bytes.`));
          else done(null, chunk);
        },
      });
      await pipeline(await zip.stream(name), count, createWriteStream(to, { flags: 'wx' }), { signal }).catch(
        (error: unknown) => {
          throw isArchiveFault(error) ? new PublishingError(`${name} can't be unpacked.`, { cause: error }) : error;
        },
      );
    }
  } finally {
    await zip.close();
  }
}

async function openArchive(archive: string): Promise<ZipFile> {
  try {
    return await ZipFile.open(archive);
  } catch (cause) {
    throw new PublishingError('This is no ZIP archive, or it is damaged. Pack the folder of the game again.', {
      cause,
    });
  }
}

/** Undefined for what is no part of a game: folders, hidden files, and what macOS adds. */
function readPath(name: string): string | undefined {
  const parts = name.split('/');
  const isUnsafe = name.includes('\\') || name.includes('\0') || /^[a-z]:/i.test(name) || !name.isWellFormed();
  if (isUnsafe || name.startsWith('/') || parts.includes('..') || name.length > 1000)
    throw new PublishingError(`The archive has a file named ${JSON.stringify(name.slice(0, 200))}. Rename it.`);
  if (name.endsWith('/') || parts.some((part) => part === '' || part.startsWith('.') || part === '__MACOSX'))
    return undefined;
  if (parts.length > 50) throw new PublishingError(`${name.slice(0, 200)} is nested too deeply.`);
  return name;
}

async function makeFolder(folder: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST' && cause.code !== 'ENOTDIR') throw cause;
    throw new PublishingError(`${name} lies in a folder that is also a file.`, { cause });
  });
}

/** Faults of the archive; a full disk, for example, is one of ours. */
const isArchiveFault = (error: unknown): boolean => {
  const code = String((error as NodeJS.ErrnoException).code);
  return /^(ERR_ZIP_|Z_|ERR_ZLIB)/.test(code) || ['EEXIST', 'EISDIR', 'ENAMETOOLONG'].includes(code);
};
