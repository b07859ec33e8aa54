// The program of a lab that tests start: the sources, or the one file that `npm test` has made of them, while it is theirs.
import { join } from 'node:path';
import { isLabBuilt } from '#scripts/setup/build-lab.mjs';

/** In the environment of a run, whose set-up has looked at all of the sources once. */
const variable = 'TEST_LAB_PROGRAM';
const root = join(import.meta.dirname, '../..');

/** For the set-up of a run. */
export function chooseLabProgram(): void {
  if (isLabBuilt(root)) process.env[variable] = join(root, 'dist/lab/main.js');
  else delete process.env[variable];
}

export const labProgram = (): string => process.env[variable] ?? join(root, 'lab/main.ts');
