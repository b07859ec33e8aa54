// Documentation mentions only files and folders that exist, and ops/README.md mentions every file of ops/.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const folders = new Set(
  readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^(\.|node_modules|dist|data|screens)/.test(entry.name))
    .map(({ name }) => name),
);

// The documentation describes these as files to add.
const notThereYet = new Set(['sdk/LICENSE', 'server/db/migrations/NNNN-name.sql']);

function findMissing(text: string): string[] {
  const mentioned = [...text.matchAll(/`([\w@.-]+\/[\w@./-]*)`/g)].map(([, path = '']) => path);
  return mentioned.filter(
    (path) => folders.has(path.split('/', 1)[0] ?? '') && !notThereYet.has(path) && !existsSync(join(root, path)),
  );
}

const documents = globSync('**/*.md', { cwd: root, exclude: ['**/node_modules/**', 'dist/**', 'data/**'] })
  .map((path) => path.replaceAll('\\', '/'))
  // Old entries of the changelog keep their paths.
  .filter((path) => path !== 'CHANGELOG.md');

test('documentation names only paths that exist', () => {
  expect(documents.length).toBeGreaterThan(50);
  expect(documents.flatMap((path) => findMissing(read(path)).map((missing) => `${path}: ${missing}`))).toEqual([]);
});

test('a path that does not exist is found', () => {
  expect(findMissing('`server/no-such-file.ts`, `server/app.ts`, `other/a.ts`')).toEqual(['server/no-such-file.ts']);
});

test('ops/README.md names every file of ops/', () => {
  const files = readdirSync(join(root, 'ops')).filter((name) => name !== 'README.md');
  expect(files.filter((name) => !read('ops/README.md').includes(`\`${name}\``))).toEqual([]);
});
