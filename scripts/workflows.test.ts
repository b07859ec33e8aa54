import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const workflows = globSync('.github/workflows/*.yml', { cwd: root });

it('one workflow runs for every change and one at night', () => {
  expect(workflows.map((path) => basename(path)).sort()).toEqual(['nightly.yml', 'test.yml']);
  expect(read('.github/workflows/test.yml')).toMatch(/^ +- run: npm test$/m);
  expect(read('.github/workflows/nightly.yml')).toMatch(/^ +- run: npm run conformance$/m);
});

test.each(workflows)('%s may only read, and pins its actions', (path) => {
  const text = read(path);
  expect(text).toMatch(/^permissions:\n {2}contents: read\n(?! )/m);
  expect(text.match(/permissions:/g)).toHaveLength(1);
  const actions = [...text.matchAll(/uses: (\S+)/g)].map(([, action = '']) => action);
  expect(actions.length).toBeGreaterThan(0);
  expect(actions.filter((action) => !/@[\da-f]{40}$/.test(action))).toEqual([]);
});

it('runs every drill at night', () => {
  const [, listed = ''] = /^ +drill:\s+\[(.+)\]$/m.exec(read('.github/workflows/nightly.yml')) ?? [];
  const drills = [...read('drills/drill.ts').matchAll(/^ {2}(\w+): \(\) => import\(/gm)].map(([, name = '']) => name);
  expect(drills.length).toBeGreaterThan(5);
  expect(listed.split(', ').sort()).toEqual(drills.sort());
});
