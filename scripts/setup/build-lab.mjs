// The lab as one file, in dist/lab, which the tests start in its place: see scripts/build-lab.ts.
import { builtFolder } from './built-folder.mjs';

const lab = builtFolder({
  name: 'lab',
  what: 'Bundling the lab for the tests (scripts/build-lab.ts)',
  proof: 'main.js',
  inputs: [
    'lab',
    'server',
    'contract',
    'model',
    'bridge',
    'platforms',
    'payments',
    'identities',
    'kit',
    'scripts/build-lab.ts',
    'package.json',
    'package-lock.json',
  ],
  ignored: /\.test\.tsx?$/,
  argsOf: (_, outDir) => ['scripts/build-lab.ts', outDir],
});

export const isLabBuilt = lab.isBuilt;
export const buildLab = lab.build;
