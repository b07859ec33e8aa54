// The portal, in dist/portal.
import { join } from 'node:path';

import { builtFolder } from './built-folder.mjs';

const portal = builtFolder({
  name: 'portal',
  what: 'Building the portal (vite build)',
  proof: 'index.html',
  inputs: [
    'portal',
    'console',
    'contract',
    'model',
    'bridge',
    'platforms',
    'payments',
    'identities',
    'kit',
    'tsconfig',
    'tsconfig.json',
    'package.json',
    'package-lock.json',
  ],
  // The adapters of adapters for the server; the portal's own program for it is built with it.
  ignored: /\.test\.tsx?$|\.server\.ts$/,
  argsOf: (root, outDir) => [
    join(root, 'node_modules', 'vite', 'bin', 'vite.js'),
    'build',
    'portal',
    '--config',
    'portal/vite.config.ts',
    '--outDir',
    outDir,
    '--emptyOutDir',
  ],
});

export const isPortalBuilt = portal.isBuilt;
export const buildPortal = portal.build;
