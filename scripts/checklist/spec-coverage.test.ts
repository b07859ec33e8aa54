// Checks docs/spec-coverage.md: every test it names exists and is not skipped, and every difference has a reason.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { readTableRows, root } from './read-checklist.ts';

const page = 'docs/spec-coverage.md';
const rows = readTableRows(readFileSync(join(root, page), 'utf8'), /^(Portal|Adapters and bridge), \d+: /).map(
  ([requirement = '', shownBy = '']) => ({ requirement, shownBy }),
);
const covered = rows.filter(({ shownBy }) => !shownBy.startsWith('differs: '));
const differences = rows.filter(({ shownBy }) => shownBy.startsWith('differs: '));

const contents = new Map<string, string>();
function readTests(file: string): string {
  const text = contents.get(file) ?? readFileSync(join(root, file), 'utf8').replaceAll(/\\(?=['"])/g, '');
  contents.set(file, text);
  return text;
}

it.each(covered)('$requirement', ({ shownBy }) => {
  for (const claim of shownBy.split('<br>')) {
    const [, file = '', title = ''] = /^(\S+): (.+)$/.exec(claim.trim()) ?? [];
    expect(file, claim).toMatch(/\.(test|spec)\.tsx?$/);
    const tests = readTests(file);
    for (const part of title.split(' > ')) {
      const at = tests.indexOf(part);
      expect(at, `${file}: ${part}`).toBeGreaterThan(-1);
      const call = tests.slice(Math.max(0, at - 60), at);
      expect(call).not.toMatch(/\.(skip|todo)\(\s*['"`]?$/);
    }
  }
});

it('differs only with a reason', () => {
  for (const { requirement, shownBy } of differences) {
    expect(shownBy.length, requirement).toBeGreaterThan('differs: '.length + 20);
    for (const [, link = ''] of shownBy.matchAll(/\]\(([^)#]+)/g))
      expect(existsSync(join(root, dirname(page), link)), link).toBe(true);
  }
});

it('lists each requirement once in its section', () => {
  expect(covered.length).toBeGreaterThan(0);
  const sections = readFileSync(join(root, page), 'utf8').split('\n## ');
  for (const section of sections) {
    const names = readTableRows(`\n## ${section}`, /./).map(([requirement = '']) => requirement);
    expect(names).toEqual([...new Set(names)]);
  }
});
