// Reads the project's source files and parses them for the architecture rules.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parseSync, Visitor } from 'vite';

export interface Source {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface Violation {
  readonly path: string;
  readonly rule: string;
  readonly what: string;
}

export interface Parsed extends Source {
  readonly program: ReturnType<typeof parseSync>['program'];
  /** The text with comments replaced by spaces, so that positions stay the same. */
  readonly code: string;
  readonly imports: readonly Import[];
}

export interface Import {
  readonly specifier: string;
  readonly start: number;
  /** Loaded on demand, not together with the file. */
  readonly isLazy: boolean;
}

const SKIPPED = new Set(['node_modules', 'dist', 'data', 'screens', 'coverage', 'test-results', 'docs']);

export function readSources(root: string, folder = ''): Source[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.name.startsWith('.') || SKIPPED.has(entry.name) || path === 'lab/games') return [];
    if (entry.isDirectory()) return readSources(root, path);
    return /\.(tsx?|mjs)$/.test(path) && !path.endsWith('.d.ts')
      ? [{ path, text: readFileSync(join(root, path), 'utf8') }]
      : [];
  });
}

const known = new WeakMap<Source, Parsed>();

/**
 * Cached, because every rule parses every source. The syntax tree is built only on demand, because it takes several
 * times as long as the rest.
 */
export function parse(source: Source): Parsed {
  const found = known.get(source) ?? takeApart(source);
  known.set(source, found);
  return found;
}

function takeApart({ path, text }: Source): Parsed {
  const { module, comments, errors } = parseSync(path, text);
  if (errors.length > 0)
    throw new Error(
      `${path} does not parse: ${errors.map((error) => error.message).join('; ')}. Run npm test -- --only types.`,
    );
  let code = text;
  for (const { start, end } of comments)
    code = code.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, ' ') + code.slice(end);

  const exported = module.staticExports.flatMap((statement) =>
    statement.entries.flatMap((entry) => entry.moduleRequest ?? []),
  );
  const imports: Import[] = [...module.staticImports.map((statement) => statement.moduleRequest), ...exported].map(
    ({ value, start }) => ({ specifier: value, start, isLazy: false }),
  );
  const dynamic = (source: { type: string; start: number }, isLazy: boolean) => {
    const specifier = textOf(source);
    // In a composed specifier an asterisk replaces the parts known only at run time.
    if (specifier !== undefined) imports.push({ specifier, start: source.start, isLazy });
  };
  const tree = (): Parsed['program'] => parseSync(path, text).program;
  if (/\bimport\s*\(/.test(code)) {
    const visitor = new Visitor({
      ImportExpression: (node) => dynamic(node.source, true),
      TSImportType: (node) => dynamic(node.source, false),
    });
    visitor.visit(tree());
  }
  return {
    path,
    text,
    code,
    imports,
    get program() {
      return tree();
    },
  };
}

export function lineOf(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}

function textOf(node: object): string | undefined {
  if ('value' in node && typeof node.value === 'string') return node.value;
  if ('quasis' in node) return (node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join('*');
  return undefined;
}
