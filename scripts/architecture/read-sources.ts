// Reads the project's source files for the architecture rules and the release.
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

import { parseSync } from 'vite';

export interface SourceFile {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface ParsedSource {
  /** The text with comments replaced by spaces, so that line numbers stay the same. */
  readonly code: string;
  readonly imports: readonly SourceImport[];
}

export interface SourceImport {
  readonly specifier: string;
  /** The imported file, relative to the root; undefined for packages. */
  readonly to: string | undefined;
  readonly line: number;
  /** Written as `import(…)`: loaded on demand, or an import of types. */
  readonly isDynamic: boolean;
}

const SKIPPED = ['**/node_modules', '**/.*', '**/*.d.ts', 'dist', 'data', 'screens', 'lab/games'];

export function readSources(root: string): SourceFile[] {
  return globSync('**/*.{ts,tsx,mjs}', { cwd: root, exclude: SKIPPED }).map((path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(join(root, path), 'utf8'),
  }));
}

const known = new WeakMap<SourceFile, ParsedSource>();

/** Cached, because every rule parses every source. */
export function parseSource(source: SourceFile): ParsedSource {
  const found = known.get(source) ?? takeApart(source);
  known.set(source, found);
  return found;
}

function takeApart({ path, text }: SourceFile): ParsedSource {
  const { module, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors.map(({ message }) => message).join('; ')}`);
  let code = text;
  for (const { start, end } of comments)
    code = code.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, ' ') + code.slice(end);
  const found = (specifier: string, start: number, isDynamic: boolean): SourceImport => ({
    specifier,
    to: resolveImport(path, specifier),
    line: lineOf(text, start),
    isDynamic,
  });
  const exported = module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest ?? []));
  return {
    code,
    imports: [
      ...[...module.staticImports.map((each) => each.moduleRequest), ...exported].map(({ value, start }) =>
        found(value, start, false),
      ),
      // An asterisk replaces the parts of a specifier that are known only at run time.
      ...[...code.matchAll(/\bimport\(\s*(['"`])(.*?)\1/g)].map(({ 2: specifier = '', index }) =>
        found(specifier.replace(/\$\{.*?\}/g, '*'), index, true),
      ),
    ],
  };
}

export function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : undefined;
}

export const lineOf = (text: string, position: number): number => text.slice(0, position).split('\n').length;
