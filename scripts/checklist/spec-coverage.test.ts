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

/** `title` may be preceded by the titles of its groups. */
function expectRunningTest(file: string, title: string): void {
  expect(file, title).toMatch(/\.(test|spec)\.tsx?$/);
  const tests = readTests(file);
  for (const part of title.split(' > ')) {
    const at = Math.max(...['"', "'", '`'].map((quote) => tests.indexOf(quote + part + quote)));
    expect(at, `${file}: ${part}`).toBeGreaterThan(-1);
    expect(tests.slice(Math.max(0, at - 60), at)).not.toMatch(/\.(skip|todo)\(\s*$/);
  }
}

it.each(covered)('$requirement', ({ shownBy }) => {
  for (const claim of shownBy.split('<br>')) {
    const [, file = '', title = ''] = /^(\S+): (.+)$/.exec(claim.trim()) ?? [];
    expectRunningTest(file, title);
  }
});

it('differs only with a reason and a decision', () => {
  for (const { requirement, shownBy } of differences) {
    expect(shownBy.length, requirement).toBeGreaterThan('differs: '.length + 20);
    expect(shownBy, requirement).toContain('](decisions/');
    for (const [, file = '', title = ''] of shownBy.matchAll(/(\S+\.(?:test|spec)\.tsx?) "([^"]+)"/g))
      expectRunningTest(file, title);
    for (const [, link = ''] of shownBy.matchAll(/\]\(([^)#]+)/g))
      expect(existsSync(join(root, dirname(page), link)), link).toBe(true);
  }
});

it('has every section of both documents, and each requirement once in its section', () => {
  const sections = readFileSync(join(root, page), 'utf8').split('\n## ').slice(1);
  const numbers = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
  expect(sections.map((section) => section.split(':', 1)[0])).toEqual(
    ['Portal', 'Adapters and bridge'].flatMap((document) => numbers.map((number) => `${document}, ${number}`)),
  );
  for (const section of sections) {
    const names = readTableRows(`\n## ${section}`, /./).map(([requirement = '']) => requirement);
    expect(names).toEqual([...new Set(names)]);
  }
});
