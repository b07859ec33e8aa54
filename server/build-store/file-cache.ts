// A node's copies of files from the object store. A file is downloaded at its first request, verified, and renamed to
// its name. The files with the oldest access time are removed once the cache or the disk is full; several processes may
// share the folder.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Log } from '#server/http/log.ts';
import { missingAs } from '#server/missing-files.ts';
import { ObjectStoreError } from './s3-bucket.ts';

export interface FileCacheOptions {
  readonly folder: string;
  readonly maxBytes: number;
  readonly now: () => Date;
  readonly log: Pick<Log, 'warn'>;
  readonly observe?: FileCacheObserver | undefined;
}

export interface FileCacheObserver {
  /** `failed`: the store could not be read. */
  read(outcome: 'hit' | 'miss' | 'failed'): void;
  downloaded(bytes: number): void;
  removed(bytes: number): void;
}

export interface WantedFile {
  /** Relative to the folder. */
  readonly name: string;
  /** A copy of another size is downloaded again. Absent: the size is not known. */
  readonly bytes?: number;
  /** The time that the copy gets on every node. */
  readonly modifiedMs?: number;
  /** Writes the verified content to the new file `target`. False: the store has no such file. */
  download(target: string): Promise<boolean>;
}

export interface FileCache {
  readonly folder: string;
  /** The path of the copy. Undefined: the store has no such file. */
  load(file: WantedFile): Promise<string | undefined>;
  /** Stores a small file that describes others in its folder, and is removed with the last of them. */
  keepManifest(name: string, text: string): Promise<void>;
  /** Undefined: not measured yet. */
  measuredBytes(): number | undefined;
}

export const cachedManifestName = '.manifest.json';

const downloadsFolder = '.downloads';
/** Access times are written at most this often. */
const touchMs = 60_000;
/** A file in use is never removed, not even from a full cache. */
const inUseMs = 5 * touchMs;
const staleDownloadMs = 24 * 3_600_000;
const targetShare = 0.9;
/** How much of the cache is kept if the disk is full. */
const shareOnFullDisk = 0.5;
const maxTouched = 100_000;

export function createFileCache(options: FileCacheOptions): FileCache {
  const { folder, now, observe } = options;
  const downloads = new Map<string, Promise<boolean>>();
  const touched = new Map<string, number>();
  const sizeLimit = createSizeLimit(options);

  async function createDraftPath(): Promise<string> {
    await mkdir(join(folder, downloadsFolder), { recursive: true });
    return join(folder, downloadsFolder, randomUUID());
  }

  async function download({ modifiedMs = 0, ...file }: WantedFile, place: string): Promise<boolean> {
    const draft = await createDraftPath();
    let bytes: number;
    try {
      if (!(await file.download(draft))) return false;
      bytes = (await stat(draft)).size;
      // All nodes send the same time, so that browsers can revalidate with any of them.
      await utimes(draft, now(), toDate(modifiedMs));
      await moveTo(draft, place);
      touched.set(place, now().getTime());
    } catch (error) {
      if (error instanceof ObjectStoreError) observe?.read('failed');
      throw error;
    } finally {
      await rm(draft, { force: true });
    }
    observe?.read('miss');
    observe?.downloaded(bytes);
    await sizeLimit.add(bytes);
    return true;
  }

  /** On a full disk, unused copies make room for the file. */
  async function downloadOnFullDisk(file: WantedFile, place: string): Promise<boolean> {
    try {
      return await download(file, place);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      if ((await sizeLimit.makeRoom()) > 0) return await download(file, place).catch(fullDiskAs(folder));
      return fullDiskAs(folder)(error);
    }
  }

  async function touch(place: string, modifiedMs = 0): Promise<void> {
    const at = now().getTime();
    const last = touched.get(place);
    if (last !== undefined && at - last < touchMs) return;
    if (touched.size >= maxTouched) touched.clear();
    touched.set(place, at);
    // Another process may remove the file at this moment: the caller then downloads it again.
    await utimes(place, now(), toDate(modifiedMs)).catch(missingAs(undefined));
  }

  return {
    folder,
    load: async (file) => {
      const place = join(folder, ...file.name.split('/'));
      let running = downloads.get(place);
      if (!running) {
        await touch(place, file.modifiedMs);
        const found = await stat(place).catch(missingAs(undefined));
        if (found && (file.bytes === undefined || found.size === file.bytes)) {
          observe?.read('hit');
          return place;
        }
        running = downloads.get(place) ?? downloadOnFullDisk(file, place).finally(() => downloads.delete(place));
        downloads.set(place, running);
      }
      return (await running) ? place : undefined;
    },
    keepManifest: async (name, text) => {
      try {
        const draft = await createDraftPath();
        await writeFile(draft, text, { mode: 0o644 });
        await moveTo(draft, join(folder, ...name.split('/')));
      } catch (error) {
        fullDiskAs(folder)(error);
      }
    },
    measuredBytes: sizeLimit.measuredBytes,
  };
}

/** Removes the least recently used files once more than `maxBytes` are there. */
function createSizeLimit({ folder, maxBytes, now, log, observe }: FileCacheOptions) {
  // Other processes add files too, so the folder is measured again from time to time.
  const measureEvery = maxBytes / 20;
  let unmeasured = Number.POSITIVE_INFINITY;
  let measured: number | undefined;
  let running: Promise<unknown> | undefined;

  /** Returns how many bytes it removed. */
  async function shrink(isDiskFull = false): Promise<number> {
    unmeasured = 0;
    const files = await listFiles(folder);
    const nowMs = now().getTime();
    const total = files.reduce((sum, file) => sum + file.bytes, 0);
    let bytes = total;
    for (const { path } of files.filter(({ type, usedMs }) => type === 'download' && nowMs - usedMs > staleDownloadMs))
      await rm(path, { force: true });
    measured = bytes;
    if (bytes <= maxBytes && !isDiskFull) return 0;
    const targetBytes = Math.min(maxBytes * targetShare, isDiskFull ? total * shareOnFullDisk : Infinity);
    const contents = files
      .filter(({ type, usedMs }) => type === 'content' && nowMs - usedMs > inUseMs)
      .toSorted((one, other) => one.usedMs - other.usedMs);
    const removed = new Set<string>();
    for (const file of contents) {
      if (bytes <= targetBytes) break;
      await rm(file.path, { force: true });
      removed.add(file.path);
      bytes -= file.bytes;
    }
    measured = bytes;
    observe?.removed(total - bytes);
    await removeEmptyBuilds(
      files.filter(({ path }) => !removed.has(path)),
      nowMs,
    );
    return total - bytes;
  }

  const warn = (error: unknown): number => {
    log.warn({ err: error, folder }, 'Removing old files from the games cache failed.');
    return 0;
  };

  return {
    makeRoom: () => shrink(true).catch(warn),
    add: async (bytes: number): Promise<void> => {
      unmeasured += bytes;
      if (unmeasured < measureEvery) return;
      running ??= shrink()
        .catch(warn)
        .finally(() => {
          running = undefined;
        });
      await running;
    },
    measuredBytes: () => measured,
  };
}

/** Removes the folders of builds of which only the manifest is left. */
async function removeEmptyBuilds(files: readonly CachedFile[], nowMs: number): Promise<void> {
  const filled = new Set<string>();
  for (const { path, type } of files)
    if (type === 'content')
      for (let each = dirname(path); !filled.has(each) && dirname(each) !== each; each = dirname(each))
        filled.add(each);
  for (const manifest of files.filter(({ type, usedMs }) => type === 'manifest' && nowMs - usedMs > inUseMs)) {
    const root = dirname(manifest.path);
    if (!filled.has(root)) await rm(root, { recursive: true, force: true });
  }
}

interface CachedFile {
  readonly path: string;
  readonly bytes: number;
  readonly usedMs: number;
  /** A download is not complete, or was left by a killed process. */
  readonly type: 'content' | 'manifest' | 'download';
}

async function listFiles(folder: string): Promise<CachedFile[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(missingAs([]));
  const files: CachedFile[] = [];
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
    const path = join(parentPath, name);
    const found = await stat(path).catch(missingAs(undefined));
    if (!found) continue;
    const isDownload = path.startsWith(join(folder, downloadsFolder) + sep);
    const type = isDownload ? 'download' : name === cachedManifestName ? 'manifest' : 'content';
    files.push({ path, bytes: found.size, usedMs: found.atimeMs, type });
  }
  return files;
}

async function moveTo(draft: string, place: string): Promise<void> {
  await mkdir(dirname(place), { recursive: true });
  try {
    await rename(draft, place);
  } catch (error) {
    // Another process may have removed the empty folder.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await mkdir(dirname(place), { recursive: true });
    await rename(draft, place);
  }
}

const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Without space for a copy the file can't be sent, as if the store were away. */
const fullDiskAs =
  (folder: string) =>
  (cause: unknown): never => {
    throw isDiskFull(cause) ? new ObjectStoreError(`The disk of ${folder} is full`, { cause }) : cause;
  };

/** Rounded as the time of a file in a folder is, so that both have the same `ETag`. */
const toDate = (ms: number): Date => new Date(Math.round(ms));
