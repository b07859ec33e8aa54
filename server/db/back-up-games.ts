// Backs up game files. Each content is stored once under its hash, so unchanged files are not copied again.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import {
  listGamesBackupManifests,
  locateBackedUpFile,
  readGamesBackupManifest,
  type BackedUpFile,
  type GamesBackupManifest,
} from './games-backup-manifest.ts';

export interface GamesBackupOptions {
  readonly from: string;
  readonly to: string;
  readonly now: () => Date;
  readonly signal?: AbortSignal;
}

export interface GamesBackupSummary {
  readonly manifest: string | undefined;
  readonly files: number;
  readonly copiedFiles: number;
  readonly copiedBytes: number;
}

const maxManifests = 7;

export async function backUpGames(options: GamesBackupOptions): Promise<GamesBackupSummary> {
  const { from, to, now, signal } = options;
  const paths = await listFiles(from);
  if (paths.length === 0) return { manifest: undefined, files: 0, copiedFiles: 0, copiedBytes: 0 };
  await mkdir(to, { recursive: true, mode: 0o700 });
  const known = await readLastManifest(to);
  const files: BackedUpFile[] = [];
  let copiedFiles = 0;
  let copiedBytes = 0;
  for (const path of paths) {
    signal?.throwIfAborted();
    const file = await backUpFile(path, options, known.get(toKey(from, path)));
    if (!file) continue;
    files.push(file.entry);
    if (file.isCopied) {
      copiedFiles += 1;
      copiedBytes += file.entry.bytes;
    }
  }
  const createdAt = now().toISOString();
  const manifest = join(to, `games-${createdAt.slice(0, 19).replaceAll(':', '-')}.json`);
  await writeManifest(manifest, { format: 1, createdAt, files });
  await prune(to, now());
  return { manifest, files: files.length, copiedFiles, copiedBytes };
}

const toKey = (from: string, path: string): string => relative(from, path).split(sep).join('/');

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return (
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      // Skips builds that are being added.
      .filter(
        (path) =>
          !relative(folder, path)
            .split(sep)
            .some((part) => part.startsWith('.adding-')),
      )
      .toSorted()
  );
}

async function readLastManifest(folder: string): Promise<ReadonlyMap<string, BackedUpFile>> {
  const last = (await listGamesBackupManifests(folder)).at(-1);
  if (last === undefined) return new Map();
  const { files } = await readGamesBackupManifest(last);
  return new Map(files.map((file) => [file.path, file]));
}

async function backUpFile(
  path: string,
  { from, to, signal }: GamesBackupOptions,
  known: BackedUpFile | undefined,
): Promise<{ readonly entry: BackedUpFile; readonly isCopied: boolean } | undefined> {
  try {
    const { size, mtimeMs } = await stat(path);
    if (known?.bytes === size && known.modifiedMs === mtimeMs && (await hasObject(to, known)))
      return { entry: known, isCopied: false };
    const { sha256, bytes, isCopied } = await storeObject(path, to, signal);
    return { entry: { path: toKey(from, path), bytes, modifiedMs: mtimeMs, sha256 }, isCopied };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function hasObject(folder: string, { sha256, bytes }: Pick<BackedUpFile, 'sha256' | 'bytes'>): Promise<boolean> {
  try {
    return (await stat(locateBackedUpFile(folder, sha256))).size === bytes;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Copies to a temporary name first, because the hash is only known at the end. */
async function storeObject(path: string, folder: string, signal: AbortSignal | undefined) {
  const source = await open(path, 'r');
  const draft = join(folder, `.draft-${randomUUID()}`);
  try {
    const target = await open(draft, 'wx', 0o600);
    const hash = createHash('sha256');
    let bytes = 0;
    try {
      for await (const chunk of source.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
        signal?.throwIfAborted();
        hash.update(chunk);
        await target.write(chunk);
        bytes += chunk.length;
      }
      await target.sync();
    } finally {
      await target.close();
    }
    const sha256 = hash.digest('hex');
    if (await hasObject(folder, { sha256, bytes })) return { sha256, bytes, isCopied: false };
    const object = locateBackedUpFile(folder, sha256);
    await mkdir(dirname(object), { recursive: true, mode: 0o700 });
    await rename(draft, object);
    return { sha256, bytes, isCopied: true };
  } finally {
    await source.close();
    await rm(draft, { force: true });
  }
}

async function writeManifest(file: string, manifest: GamesBackupManifest): Promise<void> {
  const draft = `${file}.part`;
  await writeFile(draft, JSON.stringify(manifest), { mode: 0o600, flush: true });
  await rename(draft, file);
}

const dayMs = 24 * 3_600_000;

async function prune(folder: string, now: Date): Promise<void> {
  const manifests = await listGamesBackupManifests(folder);
  for (const old of manifests.slice(0, -maxManifests)) await rm(old);
  const named = new Set<string>();
  for (const kept of manifests.slice(-maxManifests))
    for (const { sha256 } of (await readGamesBackupManifest(kept)).files) named.add(locateBackedUpFile(folder, sha256));
  const objects = await readdir(join(folder, 'objects'), { withFileTypes: true, recursive: true });
  for (const { parentPath, name } of objects.filter((entry) => entry.isFile())) {
    const path = join(parentPath, name);
    if (named.has(path)) continue;
    // New contents may belong to a backup that is running now.
    if (now.getTime() - (await stat(path)).mtimeMs > dayMs) await rm(path);
  }
}
