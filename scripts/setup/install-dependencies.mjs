// Brings node_modules to what package-lock.json says, with npm, and only when it is not there already.
//
// npm empties node_modules before it knows whether it can fill it again. So it installs in a folder aside, and what is there
// stays in use until the new is whole; then two renames exchange them.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { addAddresses, NOWHERE } from './add-addresses.mjs';
import { runTool } from './run-tool.mjs';
import { SetupFailure } from './setup-failure.mjs';

const LIMIT_MS = 20 * 60_000;
const REMEDY =
  'Check the connection to the package registry and the free disk space (about 700 MB), then start again. The packages that were installed before are untouched.';

/** Whether the installed packages are those of the lock file, for this machine. */
export function areDependenciesInstalled(root) {
  const stamp = stampOf(root);
  const file = stampFile(root);
  if (existsSync(file) && readFileSync(file, 'utf8') === stamp) return true;
  if (!hasEveryPackage(root)) return false;
  // Installed by hand (`npm install x`): the same outcome, so nothing is to be done again.
  writeFileSync(file, stamp);
  return true;
}

/**
 * @param {(text: string) => void} onProgress
 * @param {(pid: number) => void} onStart hears of npm's process
 */
export async function installDependencies(root, onProgress, onStart) {
  const expected = expectedPaths(root);
  const draft = join(root, 'dist', 'setup', 'packages');
  const previous = join(root, 'dist', 'setup', 'packages.previous');
  bringBack(root, previous);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  for (const name of ['package.json', '.npmrc'])
    if (existsSync(join(root, name))) copyFileSync(join(root, name), join(draft, name));
  const tick = () =>
    onProgress(
      `${expected.filter((path) => existsSync(join(draft, path, 'package.json'))).length} of ${expected.length} packages`,
    );
  // Development dependencies are always wanted: whoever needs none of them uses what npm run build makes.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  args.push(`--replace-registry-host=${NOWHERE}`);
  const options = {
    cwd: draft,
    limitMs: LIMIT_MS,
    what: 'Installing the dependencies (npm ci)',
    remedy: REMEDY,
    onTick: tick,
    onStart,
  };
  const npm = process.env.npm_execpath;
  const install = (lock) => {
    writeFileSync(join(draft, 'package-lock.json'), lock);
    if (npm && /\.c?js$/.test(npm)) return runTool(process.execPath, [npm, ...args], options);
    return runTool('npm', args, { ...options, shell: process.platform === 'win32' });
  };
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  try {
    // A registry that has the archives elsewhere is asked where.
    await install(addAddresses(lock)).catch((error) => {
      if (!/E404/.test(error.output)) throw error;
      return install(lock);
    });
    writeFileSync(stampFile(draft), stampOf(root));
    exchange(root, join(draft, 'node_modules'), previous);
  } finally {
    rmSync(draft, { recursive: true, force: true });
    if (existsSync(join(root, 'node_modules'))) rmSync(previous, { recursive: true, force: true });
  }
  return expected.length;
}

function exchange(root, fresh, previous) {
  const place = join(root, 'node_modules');
  try {
    if (existsSync(place)) renameSync(place, previous);
    renameSync(fresh, place);
  } catch (error) {
    bringBack(root, previous);
    throw new SetupFailure({
      what: `The new packages could not be put in the place of ${place}: ${error.message}`,
      remedy:
        'The folder must be an ordinary one on the disk of the project, and no mount: make it one, then start again.',
    });
  }
}

/** After a set-up that was killed between the two renames. */
function bringBack(root, previous) {
  const place = join(root, 'node_modules');
  if (existsSync(previous) && !existsSync(place)) renameSync(previous, place);
}

// Inside node_modules, so that it comes and goes with it.
const stampFile = (root) => join(root, 'node_modules', '.setup-stamp');

function stampOf(root) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  return `${process.platform}-${process.arch} ${hash.digest('hex')}\n`;
}

// npm writes down at the end of an installation what it installed.
function hasEveryPackage(root) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = readPackages(record);
  const locked = readPackages(join(root, 'package-lock.json'));
  const same = ([path, entry]) =>
    locked[path]?.version === entry.version && locked[path]?.integrity === entry.integrity;
  return expectedPaths(root).every((path) => path in installed) && Object.entries(installed).every(same);
}

function expectedPaths(root) {
  return Object.entries(readPackages(join(root, 'package-lock.json')))
    .filter(([path, entry]) => path.startsWith('node_modules/') && fits(entry))
    .map(([path]) => path);
}

const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {};

function fits({ os, cpu, libc, optional }) {
  // Optional, but for no platform in particular: part of an optional package, and there only if that one is.
  if (optional && os === undefined && cpu === undefined) return false;
  return allows(os, process.platform) && allows(cpu, process.arch) && (libc === undefined || allows(libc, libcName()));
}

function allows(list, value) {
  const names = list === undefined ? [] : [list].flat();
  if (names.includes(`!${value}`)) return false;
  const wanted = names.filter((name) => !name.startsWith('!'));
  return wanted.length === 0 || wanted.includes(value);
}

let knownLibc;
function libcName() {
  if (knownLibc === undefined) {
    // Without this the report looks up the names of all open connections.
    process.report.excludeNetwork = true;
    knownLibc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
  }
  return knownLibc;
}
