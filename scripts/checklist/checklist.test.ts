// Checks the claims of docs/checklist.md. `npm run drills -- checklist` checks that each test fails when the product's
// text changes.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readChecklist, root } from './read-checklist.ts';
import { readTests } from './read-tests.ts';

const { points, otherwise } = readChecklist();
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

it.each(points)('$what', ({ file, code, testFile, title, holds }) => {
  expect(file).not.toMatch(/\.test\.|\.spec\.|simulator|testing\//);
  expect(read(file), `${file} says it`).toContain(code);
  const tests = readTests({ path: testFile, text: read(testFile) });
  expect(tests.map((test) => test.title)).toContain(title);
  const [test, ...more] = tests.filter((each) => each.title === title);
  expect(more, 'one test of that title').toEqual([]);
  expect(test?.isSkipped, 'it runs').toBe(false);
  expect(test?.code, 'it holds the text').toContain(holds);
  expect(test?.code, 'it expects something').toMatch(/\bexpect\w*\(/);
});

it('has more than a hundred points, each once, and every exception has its reason', () => {
  expect(points.length).toBeGreaterThan(100);
  const names = [...points, ...otherwise].map(({ what }) => what);
  expect(names.toSorted()).toEqual([...new Set(names)].sort());
  for (const { why } of otherwise) {
    expect(why).toMatch(/./);
    for (const [, file = ''] of why.matchAll(/`(\S+\/\S+)`/g)) expect(existsSync(join(root, file)), file).toBe(true);
  }
});
