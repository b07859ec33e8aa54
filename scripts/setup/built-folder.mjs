// A folder of dist/ that a tool makes from source files, made again when one of them has changed. Built aside and then
// renamed, so that a build that fails or is killed leaves the old one in place.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { runTool } from './run-tool.mjs';

const LIMIT_MS = 10 * 60_000;
const REMEDY = 'The message above names the file; `npm test -- --only types,lint` shows more about it.';

/**
 * @param {{ name: string, what: string, proof: string, inputs: readonly string[], ignored?: RegExp, about?: (root: string) => string, argsOf: (root: string, outDir: string) => string[] }} folder
 *   `proof`: a file that a finished build has; `inputs`: files and folders that it is made from, without the `ignored` ones;
 *   `about`: what else it depends on.
 */
export function builtFolder({ name, what, proof, inputs, ignored = /\.(test|server)\.tsx?$/, about, argsOf }) {
  const currentStamp = (root) => stampOf(root, { inputs, ignored, about });
  const stampFile = (root) => join(root, 'dist', `${name}.stamp`);
  return {
    isThere: (root) => existsSync(join(root, 'dist', name, proof)),

    isBuilt: (root) => {
      const file = stampFile(root);
      return (
        existsSync(join(root, 'dist', name, proof)) &&
        existsSync(file) &&
        readFileSync(file, 'utf8') === currentStamp(root)
      );
    },

    /** @param {string} node the Node to build with */
    build: async (root, node, onProgress, onStart) => {
      const dist = join(root, 'dist');
      const finished = join(dist, name);
      const draft = join(dist, `${name}.building-${process.pid}`);
      const previous = join(dist, `${name}.previous-${process.pid}`);
      mkdirSync(dist, { recursive: true });
      removeLeftovers(dist, name);

      const stamp = currentStamp(root);
      try {
        await runTool(node, argsOf(root, draft), {
          cwd: root,
          // With another value React would be built with its development checks.
          env: { ...process.env, NODE_ENV: 'production' },
          limitMs: LIMIT_MS,
          what,
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
    },
  };
}

function stampOf(root, { inputs, ignored, about }) {
  const hash = createHash('sha256').update(about?.(root) ?? '');
  for (const path of inputs.flatMap((input) => filesUnder(root, input, ignored))) {
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

function filesUnder(root, path, ignored) {
  const status = statSync(join(root, path), { throwIfNoEntry: false });
  if (status === undefined) return [];
  if (status.isFile()) return ignored.test(path) ? [] : [path];
  const names = readdirSync(join(root, path)).filter((name) => !name.startsWith('.') && name !== 'node_modules');
  return names.sort().flatMap((name) => filesUnder(root, `${path}/${name}`, ignored));
}

// A killed build leaves its folders behind; nobody else is building, since the lock is held.
function removeLeftovers(dist, name) {
  for (const found of readdirSync(dist)) {
    const [, folder] = /^(.+)\.(?:building|previous)-\d+$/.exec(found) ?? [];
    if (folder === name) rmSync(join(dist, found), { recursive: true, force: true });
  }
}
