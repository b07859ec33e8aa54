// A test file that no runner picks up never fails. Exactly one runner must include each test file.
import { globSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';
import { createVitest } from 'vitest/node';

const root = join(import.meta.dirname, '..');
// conformance/ has its own runner, whose configuration includes all files of that folder.
const IGNORED = ['**/node_modules/**', 'dist/**', 'data/**', 'lab/games/**', 'conformance/**'];

it('every test file has a runner', async () => {
  const vitest = await createVitest('test', { root, watch: false, run: true });
  try {
    const specifications = await vitest.globTestSpecifications();
    const inVitest = specifications.map(({ moduleId }) => moduleId);
    const inPlaywright = globSync('e2e/**/*.spec.ts', { cwd: root }).map((path) => join(root, path));
    const written = globSync('**/*.{test,spec}.{ts,tsx,mts,mjs,js}', { cwd: root, exclude: IGNORED }).map((path) =>
      join(root, path),
    );
    expect(inVitest).toContain(import.meta.filename);
    expect([...inVitest, ...inPlaywright].sort()).toEqual(written.sort());
  } finally {
    await vitest.close();
  }
});
