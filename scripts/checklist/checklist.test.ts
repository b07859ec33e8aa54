// Checks the claims of docs/checklist.md. `npm run drills -- checklist` checks that each test fails when the product's
// text changes.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readChecklist, root } from './read-checklist.ts';

const { points, exceptions } = readChecklist();
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

it.each(points)('$what', ({ file, code, testFile, title, holds }) => {
  expect(file).not.toMatch(/\.test\.|\.spec\.|simulator|testing\//);
  expect(read(file)).toContain(code);
  const tests = read(testFile).replaceAll(/\\(?=['"])/g, '');
  for (const part of title.split(' > ')) expect(tests).toContain(part);
  expect(tests).toContain(holds);
});

it('has more than a hundred points, each once, and every exception has its reason', () => {
  expect(points.length).toBeGreaterThan(100);
  const names = [...points, ...exceptions].map(({ what }) => what);
  expect(names.toSorted()).toEqual([...new Set(names)].sort());
  for (const { why } of exceptions) {
    expect(why).toMatch(/./);
    for (const [, file = ''] of why.matchAll(/`(\S+\/\S+)`/g)) expect(existsSync(join(root, file)), file).toBe(true);
  }
});
