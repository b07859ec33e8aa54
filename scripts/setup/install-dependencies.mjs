// Brings node_modules to what package-lock.json says, with npm, and only when it is not there already.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { runTool } from './run-tool.mjs';

const LIMIT_MS = 20 * 60_000;
const REMEDY = 'Check the connection to the package registry and the free disk space (about 700 MB), then start again.';

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
  const tick = () =>
    onProgress(
      `${expected.filter((path) => existsSync(join(root, path, 'package.json'))).length} of ${expected.length} packages`,
    );
  // Development dependencies are needed in production too: they build the portal.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = {
    cwd: root,
    limitMs: LIMIT_MS,
    what: 'Installing the dependencies (npm ci)',
    remedy: REMEDY,
    onTick: tick,
    onStart,
  };
  const npm = process.env.npm_execpath;
  if (npm && /\.c?js$/.test(npm)) await runTool(process.execPath, [npm, ...args], options);
  else await runTool('npm', args, { ...options, shell: process.platform === 'win32' });
  writeFileSync(stampFile(root), stampOf(root));
  return expected.length;
}

// Inside node_modules, so that it goes when that goes: npm removes the folder before it installs anew.
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
