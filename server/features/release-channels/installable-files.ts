// The files of installable builds. They are stored under their hash in the game's folder, so that builds share what
// they have in common, backups contain them, and they go with the game.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { findInstallPathConflict, findInstallPathProblem } from '#model/install-path.ts';
import type { Database } from '#server/db/database.ts';
import { locateGameFolder } from '#server/features/publishing/game-paths.ts';
import { listGameFiles, type GameFile } from '#server/features/publishing/list-game-files.ts';

export interface StoredFile {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly executable: boolean;
}

export interface InstallableSource {
  readonly files: readonly GameFile[];
  readonly bytes: number;
  readonly hidden: number;
  /** A single file, which browsers can download. */
  readonly isInstaller: boolean;
}

const maxFiles = 20_000;

/** The folder begins with a dot, so the games' server never serves it by path. */
const locateFolder = (dataDir: string, game: string): string => join(locateGameFolder(dataDir, game), '.installable');

export const locateInstallableFile = (dataDir: string, game: string, sha256: string): string =>
  join(locateFolder(dataDir, game), sha256.slice(0, 2), sha256);

export async function readInstallableSource(source: string): Promise<InstallableSource> {
  const found = await stat(source).catch((cause: unknown) => {
    throw new Error(`${source} is not a file, a folder or an https:// address.`, { cause });
  });
  if (found.isFile()) {
    const file = { path: basename(source), from: source, bytes: found.size, changedMs: found.mtimeMs };
    checkPaths([file]);
    return { files: [file], bytes: found.size, hidden: 0, isInstaller: true };
  }
  const listed = await listGameFiles(source);
  if (listed.files.length === 0) throw new Error(`${source} has no files.`);
  checkPaths(listed.files);
  return { ...listed, isInstaller: false };
}

function checkPaths(files: readonly GameFile[]): void {
  if (files.length > maxFiles) throw new Error(`A build can have at most ${maxFiles} files.`);
  for (const { path } of files) {
    const problem = findInstallPathProblem(path);
    if (problem !== undefined) throw new Error(`${JSON.stringify(path)} ${problem}. Rename it.`);
  }
  const conflict = findInstallPathConflict(files.map(({ path }) => path));
  if (conflict) throw new Error(`${conflict[0]} and ${conflict[1]} would be the same on some systems. Rename one.`);
}

/** The caller holds the game's lock, and prunes if it can't use the files. */
export async function storeInstallableFiles(
  { files, bytes }: InstallableSource,
  { dataDir, game }: { readonly dataDir: string; readonly game: string },
): Promise<StoredFile[]> {
  const folder = locateFolder(dataDir, game);
  const aside = join(folder, `.adding-${randomUUID()}`);
  await mkdir(aside, { recursive: true });
  try {
    const { bavail, bsize } = await statfs(aside);
    if (bavail * bsize < bytes)
      throw new Error(`The files need ${bytes} bytes, and the disk of DATA_DIR has ${bavail * bsize} left. Make room.`);
    const stored: StoredFile[] = [];
    for (const file of files) {
      const copy = join(aside, 'file');
      await copyFile(file.from, copy);
      // The server may run as another user than the command.
      await chmod(copy, 0o644);
      const hashed = await hashFile(copy);
      if (hashed.bytes !== file.bytes) throw new Error(`${file.path} changed while it was being copied. Try again.`);
      const place = locateInstallableFile(dataDir, game, hashed.sha256);
      await mkdir(dirname(place), { recursive: true });
      await rename(copy, place);
      const executable = ((await stat(file.from)).mode & 0o111) !== 0;
      stored.push({ path: file.path, ...hashed, executable });
    }
    return stored;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** Deletes files that no build has any more. The caller holds the game's lock. */
export async function pruneInstallableFiles({ kysely }: Database, dataDir: string, game: string): Promise<number> {
  const folder = locateFolder(dataDir, game);
  const names = await readdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const rows = await kysely
    .selectFrom('branch_build_files')
    .innerJoin('branch_builds', 'branch_builds.build_id', 'branch_build_files.build_id')
    .select('sha256')
    .distinct()
    .where('game', '=', game)
    .execute();
  const used = new Set(rows.map(({ sha256 }) => sha256));
  const unused = names.filter((name) => /^[0-9a-f]{64}$/.test(basename(name)) && !used.has(basename(name)));
  for (const name of unused) await rm(join(folder, name), { force: true });
  // What killed commands left behind.
  for (const name of names.filter((each) => /^\.adding-[^/\\]+$/.test(each)))
    await rm(join(folder, name), { recursive: true, force: true });
  return unused.length;
}

async function hashFile(file: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file)) {
    bytes += (chunk as Buffer).length;
    hash.update(chunk as Buffer);
  }
  return { sha256: hash.digest('hex'), bytes };
}
