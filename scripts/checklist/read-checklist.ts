// Reads docs/checklist.md: every exact text and constant of the specification, its place in the product, and the test
// that covers it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

export interface ChecklistPoint {
  /** The exact text, or the constant with its meaning. */
  readonly what: string;
  readonly file: string;
  readonly code: string;
  readonly testFile: string;
  /** Preceded by the titles of its groups. */
  readonly title: string;
  /** A piece of the test's code that shows that it covers the point. */
  readonly holds: string;
}

export function readChecklist() {
  const text = readFileSync(join(root, 'docs/checklist.md'), 'utf8');
  const points = readTableRows(text, /, \d: /).map(
    ([what = '', file = '', code = '', testFile = '', title = '', holds = '']): ChecklistPoint => ({
      what,
      file,
      code,
      testFile,
      title,
      holds: holds || what,
    }),
  );
  const exceptions = readTableRows(text, /^Done otherwise$/).map(([what = '', why = '']) => ({ what, why }));
  return { points, exceptions };
}

/** The rows of the tables in the sections whose headings match, without their head rows. */
export function readTableRows(text: string, headings: RegExp): string[][] {
  const sections = text.split('\n## ').slice(1);
  return sections.filter((section) => headings.test(section.split('\n', 1)[0] ?? '')).flatMap(readRows);
}

const readRows = (section: string): string[][] =>
  section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => line.slice(1, -1).split('|'))
    .map((cells) => cells.map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')));
