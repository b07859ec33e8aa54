// The files of installable builds. They are stored under their hash, so that builds of a game share what they have in
// common: in a folder (`folder-installable-files.ts`) or in an object store (`stored-installable-files.ts`).
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { findInstallPathConflict, findInstallPathProblem } from '#model/install-path.ts';
import type { Database } from '#server/db/database.ts';
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

export interface InstallableFile {
  readonly game: string;
  readonly sha256: string;
  readonly bytes: number;
}

export interface InstallableFiles {
  /** The caller holds the game's lock, and prunes if it can't use the files. */
  store(source: InstallableSource, game: string): Promise<StoredFile[]>;
  /** The size of each stored file, by its hash. */
  listSizes(game: string): Promise<ReadonlyMap<string, number>>;
  /** Returns how many files it removed. */
  keepOnly(game: string, used: ReadonlySet<string>): Promise<number>;
  /** The bytes from `start` to `end`, both included. Undefined: the file is missing. */
  read(file: InstallableFile, range: { readonly start: number; readonly end: number }): Promise<Readable | undefined>;
}

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

/** Deletes files that no build has any more. The caller holds the game's lock. */
export async function pruneInstallableFiles(
  { kysely }: Database,
  files: InstallableFiles,
  game: string,
): Promise<number> {
  const rows = await kysely
    .selectFrom('branch_build_files')
    .innerJoin('branch_builds', 'branch_builds.build_id', 'branch_build_files.build_id')
    .select('sha256')
    .distinct()
    .where('game', '=', game)
    .execute();
  return files.keepOnly(game, new Set(rows.map(({ sha256 }) => sha256)));
}

export const isExecutable = async ({ from }: GameFile): Promise<boolean> => ((await stat(from)).mode & 0o111) !== 0;

export async function hashInstallableFile(file: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file)) {
    bytes += (chunk as Buffer).length;
    hash.update(chunk as Buffer);
  }
  return { sha256: hash.digest('hex'), bytes };
}
