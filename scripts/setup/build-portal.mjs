// Builds the portal into dist/portal when one of its inputs has changed. Built aside and then renamed, so that a build
// that fails or is killed leaves the old one in place.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { runTool } from './run-tool.mjs';

const LIMIT_MS = 10 * 60_000;
const REMEDY = 'The message above names the file; `npm test -- --only types,lint` shows more about it.';

const INPUT_FOLDERS = [
  'portal',
  'console',
  'contract',
  'model',
  'bridge',
  'sdk',
  'platforms',
  'payments',
  'identities',
  'tsconfig',
];
const INPUT_FILES = ['tsconfig.json', 'package.json', 'package-lock.json'];

export function isPortalBuilt(root) {
  const file = stampFile(root);
  return (
    existsSync(join(root, 'dist', 'portal', 'index.html')) &&
    existsSync(file) &&
    readFileSync(file, 'utf8') === stampOf(root)
  );
}

/** @param {string} node the Node to build with */
export async function buildPortal(root, node, onProgress, onStart) {
  const dist = join(root, 'dist');
  const finished = join(dist, 'portal');
  const draft = join(dist, `portal.building-${process.pid}`);
  const previous = join(dist, `portal.previous-${process.pid}`);
  mkdirSync(dist, { recursive: true });
  removeLeftovers(dist);

  const stamp = stampOf(root);
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', 'portal', '--config', 'portal/vite.config.ts', '--outDir', draft, '--emptyOutDir'];
  try {
    await runTool(node, args, {
      cwd: root,
      // With another value React would be built with its development checks.
      env: { ...process.env, NODE_ENV: 'production' },
      limitMs: LIMIT_MS,
      what: 'Building the portal (vite build)',
      remedy: REMEDY,
      onTick: () => onProgress('building'),
      onStart,
    });
    rmSync(stampFile(root), { force: true });
    if (existsSync(finished)) renameSync(finished, previous);
    renameSync(draft, finished);
    writeFileSync(stampFile(root), stamp);
  } finally {
    rmSync(draft, { recursive: true, force: true });
    rmSync(previous, { recursive: true, force: true });
  }
}

const stampFile = (root) => join(root, 'dist', 'portal.stamp');

function stampOf(root) {
  const hash = createHash('sha256');
  for (const path of [...INPUT_FOLDERS, ...INPUT_FILES].flatMap((input) => filesUnder(root, input))) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  // Vite writes these variables into the build.
  const names = Object.keys(process.env).filter((name) => name.startsWith('VITE_'));
  for (const name of names.sort()) hash.update(`${name}=${process.env[name]}\0`);
  return `${hash.digest('hex')}\n`;
}

function filesUnder(root, path) {
  const status = statSync(join(root, path), { throwIfNoEntry: false });
  if (status === undefined) return [];
  if (status.isFile()) return /\.(test|server)\.tsx?$/.test(path) ? [] : [path];
  const names = readdirSync(join(root, path)).filter((name) => !name.startsWith('.') && name !== 'node_modules');
  return names.sort().flatMap((name) => filesUnder(root, `${path}/${name}`));
}

// A killed build leaves its folders behind; nobody else is building, since the lock is held.
function removeLeftovers(dist) {
  for (const name of readdirSync(dist)) {
    if (/^portal\.(building|previous)-\d+$/.test(name)) rmSync(join(dist, name), { recursive: true, force: true });
  }
}
