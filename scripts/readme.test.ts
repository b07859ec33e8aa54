// Checks the numbers and links in README.md.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { locales } from '#model/locale.ts';
import * as payments from '#payments/registry.ts';
import * as platforms from '#platforms/registry.ts';

const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const words =
  'no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );

test.each([
  ['platforms', Object.keys(platforms).length],
  ['payment providers', Object.keys(payments).length],
  ['languages', locales.length],
])('README.md counts the %s', (noun, count) => {
  expect(readme).toContain(`${words[count]} ${noun}`);
  const others = words.filter((word, at) => at !== count && new RegExp(`\\b${word} ${noun}`, 'i').test(readme));
  expect(others).toEqual([]);
});

test('README.md leads to every guide', () => {
  const guides = globSync('docs/guides/*.md', { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  expect(guides.filter((path) => !readme.includes(`](${path})`))).toEqual([]);
});

test.each(['README.md', ...globSync('docs/guides/*.md', { cwd: root })])('every link in %s leads to a file', (file) => {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/^```.*?^```/gms, '');
  const links = [...text.matchAll(/\]\((?!https?:|\/|#|mailto:)([^)#\s]+)/g)].map(([, path = '']) => path);
  expect(links.filter((path) => !existsSync(join(root, dirname(file), path)))).toEqual([]);
});
