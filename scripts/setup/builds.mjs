// The folders of dist/ that are built from sources. Each is rebuilt when one of its inputs has changed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root, run } from './set-up.mjs';

const shared = ['contract', 'compat', 'model', 'bridge', 'platforms', 'payments', 'identities', 'kit'];
const packages = ['package.json', 'package-lock.json'];

/**
 * `inputs`: files and folders, except those that match `ignored`; `proof`: a file that exists after a successful build.
 */
const builds = {
  portal: {
    proof: 'index.html',
    inputs: ['portal', ...shared, 'tsconfig', ...packages],
    ignored: /\.test\.tsx?$|\.server\.ts$/,
    args: (outDir) => [
      'node_modules/vite/bin/vite.js',
      'build',
      'portal',
      '--config=portal/vite.config.ts',
      '--logLevel=warn',
      '--emptyOutDir',
      `--outDir=${outDir}`,
    ],
  },
  console: {
    proof: 'index.html',
    inputs: [
      'console',
      'portal/compressed.config.ts',
      'portal/virtual-tables.config.ts',
      ...shared,
      'tsconfig',
      ...packages,
    ],
    ignored: /\.test\.tsx?$|\.server\.ts$/,
    args: (outDir) => [
      'node_modules/vite/bin/vite.js',
      'build',
      'console',
      '--config=console/vite.config.ts',
      '--logLevel=warn',
      '--emptyOutDir',
      `--outDir=${outDir}`,
    ],
  },
  sdk: {
    proof: 'fxid-sdk.tgz',
    inputs: [
      'sdk',
      'compat',
      'bridge',
      'model',
      'tsconfig',
      'scripts/build-sdk.ts',
      'scripts/release/pack-package.ts',
      ...packages,
    ],
    ignored: /\.(test|server)\.tsx?$/,
    args: (outDir) => ['scripts/build-sdk.ts', outDir],
  },
  release: {
    proof: 'VERSION',
    inputs: [
      'server',
      ...shared,
      'dist/console.stamp',
      'dist/portal.stamp',
      'dist/sdk.stamp',
      'docs/guides',
      'docs/openapi.json',
      'ops',
      'scripts/release',
      'scripts/setup/node-flags.mjs',
      'CHANGELOG.md',
      ...packages,
    ],
    ignored: /\.test\.tsx?$/,
    // The release's VERSION file contains the commit.
    version: () => spawnSync('git', ['-C', root, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout ?? '',
    args: (outDir) => ['scripts/release/build-release.ts', outDir],
  },
  lab: {
    proof: 'main.js',
    inputs: ['lab', 'server', ...shared, 'scripts/build-lab.ts', ...packages],
    ignored: /\.test\.tsx?$/,
    args: (outDir) => ['scripts/build-lab.ts', outDir],
  },
};

const dist = join(root, 'dist');
const stampFile = (name) => join(dist, `${name}.stamp`);

/** Whether a build exists, even if its sources have changed. */
export const exists = (name) => existsSync(join(dist, name, builds[name].proof));

export const isBuilt = (name) =>
  exists(name) && existsSync(stampFile(name)) && readFileSync(stampFile(name), 'utf8') === stampOf(builds[name]);

export function build(names, node) {
  for (const name of names) {
    if (isBuilt(name)) continue;
    process.stderr.write(`Building dist/${name} …\n`);
    const stamp = stampOf(builds[name]);
    // Builds into a temporary folder, so that a failed build keeps the old one.
    const draft = join(dist, `${name}.building-${process.pid}`);
    mkdirSync(dist, { recursive: true });
    try {
      // With another NODE_ENV React would be built with its development checks.
      run(node, builds[name].args(draft), { ...process.env, NODE_ENV: 'production' });
      rmSync(stampFile(name), { force: true });
      rmSync(join(dist, name), { recursive: true, force: true });
      renameSync(draft, join(dist, name));
      writeFileSync(stampFile(name), stamp);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  }
}

function stampOf({ inputs, ignored, version }) {
  const hash = createHash('sha256').update(version?.() ?? '');
  for (const path of inputs.flatMap((input) => listFiles(input, ignored)))
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  // Vite writes these variables into the build.
  for (const name of Object.keys(process.env).sort())
    if (name.startsWith('VITE_')) hash.update(`${name}=${process.env[name]}\0`);
  return `${hash.digest('hex')}\n`;
}

function listFiles(path, ignored) {
  const status = statSync(join(root, path), { throwIfNoEntry: false });
  if (status === undefined) return [];
  if (status.isFile()) return ignored.test(path) ? [] : [path];
  const names = readdirSync(join(root, path)).filter((name) => !name.startsWith('.') && name !== 'node_modules');
  return names.sort().flatMap((name) => listFiles(`${path}/${name}`, ignored));
}
