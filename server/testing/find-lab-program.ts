// The lab program for tests: the bundle of `npm test` while it matches the sources, or else the sources.
import { join } from 'node:path';
import { isBuilt } from '#scripts/setup/builds.mjs';

const root = join(import.meta.dirname, '../..');
let isBundled: boolean | undefined;

export function findLabProgram(): string {
  isBundled ??= isBuilt('lab');
  return join(root, isBundled ? 'dist/lab/main.js' : 'lab/main.ts');
}
