// The games' SDK, in dist/sdk: the scripts that are served, and the npm package, as a folder and packed.
import { builtFolder } from './built-folder.mjs';

const sdk = builtFolder({
  name: 'sdk',
  what: 'Building the SDK (scripts/build-sdk.ts)',
  proof: 'fxid-sdk.tgz',
  // Of the model only types go in.
  inputs: [
    'sdk',
    'bridge',
    'model',
    'tsconfig',
    'scripts/build-sdk.ts',
    'scripts/release/pack-package.ts',
    'package.json',
    'package-lock.json',
  ],
  argsOf: (_, outDir) => ['scripts/build-sdk.ts', outDir],
});

export const isSdkBuilt = sdk.isBuilt;
export const buildSdk = sdk.build;
