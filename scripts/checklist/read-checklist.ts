// docs/checklist.md: every exact text and constant of the specification, where the product says it, and the test that reaches it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

export interface Point {
  /** To the letter, or the constant with what it is of. */
  readonly what: string;
  /** The file of the product, and how it is written there. */
  readonly file: string;
  readonly code: string;
  readonly testFile: string;
  /** With the titles of its groups before it. */
  readonly title: string;
  /** What of its code shows that it is reached. */
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

/** The cells of a table, without its head. */
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
