// Looks for a program on this machine, and on a Debian machine of our own (a container as root) installs its package.
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { runProgram } from './run-check.ts';

/** Where a tool was found, or in words why it was not and what to do. */
export type Found = { readonly path: string; readonly how: string } | { readonly missing: string };

/** The programs of the production drill, each with the Debian package that holds it. */
export const drillPackages: Readonly<Record<string, string>> = {
  nginx: 'nginx',
  haproxy: 'haproxy',
  openssl: 'openssl',
  // Networks of one's own are Linux's.
  ...(process.platform === 'linux' && {
    ip: 'iproute2',
    unshare: 'util-linux',
    setpriv: 'util-linux',
    mount: 'mount',
    faketime: 'faketime',
  }),
};

/** Programs that single tests need, each with its Debian package. Where one is missing, its tests are skipped and say so. */
export const optionalPackages: Readonly<Record<string, string>> = {
  pgbouncer: 'pgbouncer',
  mcs: 'mono-mcs',
  mono: 'mono-runtime',
};

const APT_LIMIT_MS = 5 * 60_000;

export function findOnPath(names: readonly string[]): string | undefined {
  // What only administrators usually start is not on everybody's path.
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'].filter((each) => each !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

export function isProgram(path: string): boolean {
  if (!existsSync(path) || !statSync(path).isFile()) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return false;
    throw error;
  }
}

export function canInstallDebianPackages(): boolean {
  const release = '/etc/os-release';
  // Only Debian itself: elsewhere a package of the same name may be a pointer to another shop.
  return (
    process.getuid?.() === 0 &&
    existsSync(release) &&
    /^ID=debian$/m.test(readFileSync(release, 'utf8')) &&
    findOnPath(['apt-get']) !== undefined
  );
}

let isListFresh = false;

/** @returns undefined when all were installed, else what apt-get said */
export async function installDebianPackages(
  names: readonly string[],
  onTick: (elapsedMs: number) => void,
  limitMs = APT_LIMIT_MS,
): Promise<string | undefined> {
  const options = { limitMs, env: { DEBIAN_FRONTEND: 'noninteractive' }, onTick };
  const wait = ['-o', 'DPkg::Lock::Timeout=120'];
  if (!isListFresh) {
    const update = await runProgram('apt-get', ['update', ...wait], options);
    if (!update.ok) return update.output;
    isListFresh = true;
  }
  const args = ['install', '--yes', '--no-install-recommends', ...wait, ...names];
  const install = await runProgram('apt-get', args, options);
  return install.ok ? undefined : install.output;
}

/** Looks for programs and installs the packages of those that are missing; undefined when all are there, else what to do. */
export async function findPrograms(
  packages: Readonly<Record<string, string>>,
  onTick: (elapsedMs: number) => void,
): Promise<string | undefined> {
  const lacking = (): string[] => Object.keys(packages).filter((name) => findOnPath([name]) === undefined);
  const wanted = lacking().map((name) => packages[name] ?? name);
  const said =
    wanted.length > 0 && canInstallDebianPackages() ? await installDebianPackages(wanted, onTick) : undefined;
  const missing = lacking();
  if (missing.length === 0) return undefined;
  return `${said ?? ''}\nThese programs are missing: ${missing.join(', ')}. Install ${missing.map((name) => packages[name]).join(', ')} and run it again.`.trimStart();
}
