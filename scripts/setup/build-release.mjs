// What is shipped, in dist/release: see scripts/release/build-release.ts. It is made from the built portal and SDK, so those
// come first.
import { spawnSync } from 'node:child_process';

import { builtFolder } from './built-folder.mjs';

const release = builtFolder({
  name: 'release',
  what: 'Making the folder to ship (scripts/release/build-release.ts)',
  proof: 'VERSION',
  inputs: [
    'server',
    'contract',
    'model',
    'bridge',
    'platforms',
    'payments',
    'identities',
    'kit',
    'dist/portal.stamp',
    'dist/sdk.stamp',
    'docs/guides',
    'docs/openapi.json',
    'ops',
    'scripts/release',
    'scripts/setup/node-flags.mjs',
    'CHANGELOG.md',
    'package.json',
    'package-lock.json',
  ],
  ignored: /\.test\.tsx?$/,
  // Its VERSION names the commit.
  about: (root) =>
    spawnSync('git', ['-C', root, 'rev-parse', 'HEAD'], { encoding: 'utf8', timeout: 10_000 }).stdout ?? '',
  argsOf: (_, outDir) => ['scripts/release/build-release.ts', outDir],
});

export const isReleaseThere = release.isThere;
export const isReleaseBuilt = release.isBuilt;
export const buildRelease = release.build;
