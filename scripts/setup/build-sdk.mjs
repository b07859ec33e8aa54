// The games' SDK, in dist/sdk: the scripts that are served, and the npm package.
import { builtFolder } from './built-folder.mjs';

const sdk = builtFolder({
  name: 'sdk',
  what: 'Building the SDK (scripts/build-sdk.ts)',
  proof: 'v1/sdk.js',
  // Of the model only types go in.
  inputs: ['sdk', 'bridge', 'model', 'tsconfig', 'scripts/build-sdk.ts', 'package.json', 'package-lock.json'],
  argsOf: (_, outDir) => ['scripts/build-sdk.ts', outDir],
});

export const isSdkBuilt = sdk.isBuilt;
export const buildSdk = sdk.build;
