// Follows imports from a file, including dynamic ones, to find all files of a program.
import { posix } from 'node:path';

import { parse, type Source } from './read-sources.ts';

export function reachedFrom(starts: readonly string[], sources: ReadonlyMap<string, Source>): string[] {
  const reached = new Set(starts);
  // The loop also visits paths that are added to the set during iteration.
  for (const path of reached) {
    const source = sources.get(path);
    if (!source) continue;
    const { imports, code } = parse(source);
    const specifiers = [...imports.map(({ specifier }) => specifier), ...globsIn(code)];
    for (const target of specifiers.flatMap((specifier) => filesFor(path, specifier, sources))) reached.add(target);
  }
  return [...reached];
}

/** Files that production must not contain: the lab, simulators, and build configurations with Vite's dev server. */
export const isOfTheLab = (path: string): boolean =>
  path.startsWith('lab/') || /(^|\/)simulator[.-]|\.config\.ts$/.test(path);

/** Glob patterns that the portal's bundler turns into imports. */
const globsIn = (code: string): string[] =>
  [...code.matchAll(/import\.meta\.glob(?:<[^(]*>)?\(\s*(\[[^\]]*\]|'[^']*')/g)].flatMap(([, given = '']) =>
    [...given.matchAll(/'([^'!][^']*)'/g)].map(([, pattern = '']) => pattern),
  );

function filesFor(from: string, specifier: string, sources: ReadonlyMap<string, Source>): string[] {
  if (!specifier.startsWith('#') && !specifier.startsWith('.')) return [];
  const path = specifier.startsWith('#') ? specifier.slice(1) : posix.join(posix.dirname(from), specifier);
  if (!path.includes('*')) return sources.has(path) ? [path] : [];
  return [...sources.keys()].filter((each) => posix.matchesGlob(each, path));
}
