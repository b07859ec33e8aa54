// Restores game files from a backup. Identical files stay. Extra files stay too: builds are numbered, and nothing
// references an extra one.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  listGamesBackupManifests,
  locateBackedUpFile,
  readGamesBackupManifest,
  type BackedUpFile,
} from './games-backup-manifest.ts';

export interface GamesRestoreOptions {
  /** A manifest (games-….json), or the backup's folder: then its newest manifest. */
  readonly from: string;
  readonly to: string;
  /** The time of the database backup: selects the first manifest made after it, or else the newest. */
  readonly databaseTime?: Date;
}

export interface GamesRestoreSummary {
  readonly manifest: string;
  readonly restored: number;
  readonly same: number;
}

/** Undefined: there is no backup of game files. Damaged or missing content throws after the rest is restored. */
export async function restoreGames({
  from,
  to,
  databaseTime,
}: GamesRestoreOptions): Promise<GamesRestoreSummary | undefined> {
  const manifest = await chooseManifest(from, databaseTime);
  if (manifest === undefined) return undefined;
  const folder = dirname(manifest);
  const damaged: string[] = [];
  let restored = 0;
  let same = 0;
  for (const file of (await readGamesBackupManifest(manifest)).files) {
    const target = join(to, ...file.path.split('/'));
    if ((await hashFile(target)) === file.sha256) same += 1;
    else if (await restoreFile(locateBackedUpFile(folder, file.sha256), target, file)) restored += 1;
    else damaged.push(file.path);
  }
  if (damaged.length > 0)
    throw new Error(
      `${damaged.length} files of games are damaged or missing in ${folder}: ${damaged.slice(0, 5).join(', ')}. ` +
        `The other ${restored + same} are restored. Put those games in again with: npm run games -- add <game> <folder>`,
    );
  return { manifest, restored, same };
}

async function chooseManifest(from: string, databaseTime: Date | undefined): Promise<string | undefined> {
  if (from.endsWith('.json')) return from;
  const manifests = await listGamesBackupManifests(from);
  if (databaseTime)
    for (const manifest of manifests)
      if (new Date((await readGamesBackupManifest(manifest)).createdAt) >= databaseTime) return manifest;
  return manifests.at(-1);
}

async function hashFile(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    if (!(await stat(path)).isFile()) return undefined;
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
    return hash.digest('hex');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** False: the content differs from the manifest. The file is renamed to its name when complete. */
async function restoreFile(object: string, target: string, { sha256, modifiedMs }: BackedUpFile): Promise<boolean> {
  const draft = join(dirname(target), `.restoring-${randomUUID()}`);
  await mkdir(dirname(target), { recursive: true });
  const hash = createHash('sha256');
  try {
    const handle = await open(draft, 'wx', 0o644);
    try {
      for await (const chunk of createReadStream(object) as AsyncIterable<Buffer>) {
        hash.update(chunk);
        await handle.write(chunk);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (hash.digest('hex') !== sha256) return false;
    await utimes(draft, modifiedMs / 1000, modifiedMs / 1000);
    await rename(draft, target);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
