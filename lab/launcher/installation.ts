// An installed game: a folder with the game's files, and the launcher's own folder inside it.
import { randomUUID } from 'node:crypto';
import { lstat, mkdir, open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { launcherFolderName } from '#model/install-path.ts';
import { BranchBuild } from '#model/installable-build.ts';
import { object, uuid } from '#model/schema.ts';

/** Size and time of a file when its hash was last correct. A file that still has both isn't hashed again. */
const FileMark = object({ Bytes: Type.Number(), ModifiedMs: Type.Number() });

export const InstalledBuild = object({
  Build: BranchBuild,
  Marks: Type.Record(Type.String(), FileMark),
});
export type InstalledBuild = Static<typeof InstalledBuild>;

/** Written before the first file is replaced and removed after the last one. While it exists, the game can't start. */
const PendingBuild = object({ Build: BranchBuild });
const CurrentDownload = object({ SessionId: uuid, BuildId: uuid });
export type CurrentDownload = Static<typeof CurrentDownload>;

export interface Installation {
  /** The real path, without links. */
  readonly root: string;
  readonly staging: string;
  readonly readInstalled: () => Promise<InstalledBuild | undefined>;
  readonly writeInstalled: (installed: InstalledBuild) => Promise<void>;
  readonly readPending: () => Promise<BranchBuild | undefined>;
  readonly writePending: (build: BranchBuild) => Promise<void>;
  readonly clearPending: () => Promise<void>;
  readonly readDownload: () => Promise<CurrentDownload | undefined>;
  readonly writeDownload: (download: CurrentDownload | undefined) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Only one launcher at a time works on an installation. */
export async function openInstallation(folder: string): Promise<Installation> {
  await mkdir(folder, { recursive: true });
  const root = await realpath(folder);
  const own = join(root, launcherFolderName);
  const staging = join(own, 'staging');
  await mkdir(own, { recursive: true });
  if ((await lstat(own)).isSymbolicLink()) throw new Error(`${own} is a link. Remove it.`);
  const release = await lock(join(own, 'lock'));
  await mkdir(staging, { recursive: true });
  const at = (name: string): string => join(own, name);
  return {
    root,
    staging,
    readInstalled: () => readState(at('installed.json'), InstalledBuild),
    writeInstalled: (installed) => writeState(at('installed.json'), installed),
    readPending: async () => (await readState(at('pending.json'), PendingBuild))?.Build,
    writePending: (Build) => writeState(at('pending.json'), { Build }),
    clearPending: () => rm(at('pending.json'), { force: true }),
    readDownload: () => readState(at('download.json'), CurrentDownload),
    writeDownload: (download) =>
      download ? writeState(at('download.json'), download) : rm(at('download.json'), { force: true }),
    close: release,
  };
}

/** A damaged state counts as none: then every file is hashed again. */
async function readState<Schema extends TSchema>(file: string, schema: Schema): Promise<Static<Schema> | undefined> {
  try {
    const state: unknown = JSON.parse(await readFile(file, 'utf8'));
    return Value.Check(schema, state) ? state : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Replaces the file in one step, also if the power fails. */
async function writeState(file: string, state: object): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  const handle = await open(aside, 'w', 0o600);
  try {
    await handle.writeFile(JSON.stringify(state));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(aside, file);
}

async function lock(file: string): Promise<() => Promise<void>> {
  for (let tries = 0; tries < 2; tries += 1) {
    try {
      const handle = await open(file, 'wx');
      await handle.writeFile(String(process.pid));
      await handle.close();
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = Number(await readFile(file, 'utf8').catch(() => ''));
    if (isRunning(owner)) throw new Error(`Another launcher (process ${owner}) is working on this game. Wait for it.`);
    // A killed launcher left its lock behind.
    await rm(file, { force: true });
  }
  throw new Error('Another launcher is working on this game. Wait for it.');
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
