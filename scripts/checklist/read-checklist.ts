// Reads docs/checklist.md: every exact text and constant of the specification, its place in the product, and the test
// that covers it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

export interface Point {
  /** The exact text, or the constant with its meaning. */
  readonly what: string;
  /** The product's file, and the code in it. */
  readonly file: string;
  readonly code: string;
  readonly testFile: string;
  /** Preceded by the titles of its groups. */
  readonly title: string;
  /** A piece of the test's code that shows that it covers the point. */
  readonly holds: string;
}

export interface Exception {
  readonly what: string;
  readonly why: string;
}

export interface Checklist {
  readonly points: readonly Point[];
  readonly otherwise: readonly Exception[];
}

export function readChecklist(): Checklist {
  const text = readFileSync(join(root, 'docs/checklist.md'), 'utf8');
  const sections = new Map(text.split('\n## ').map((section) => [section.split('\n', 1)[0] ?? '', readRows(section)]));
  const exceptionsOf = (name: string) => (sections.get(name) ?? []).map(([what = '', why = '']) => ({ what, why }));
  const lists = [...sections].filter(([name]) => /, \d: /.test(name)).flatMap(([, rows]) => rows);
  return {
    points: lists.map(([what = '', file = '', code = '', testFile = '', title = '', holds = '']) => ({
      what,
      file,
      code,
      testFile,
      title,
      holds: holds || what,
    })),
    otherwise: exceptionsOf('Done otherwise'),
  };
}

/** The cells of a table without its header. */
const readRows = (section: string): readonly (readonly string[])[] =>
  section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')),
    );
