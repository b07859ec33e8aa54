// Follows imports from a file, the ones that are put together when it runs included: what a program consists of.
import { posix } from 'node:path';

import { parse, type Source } from './read-sources.ts';

export function reachedFrom(starts: readonly string[], sources: ReadonlyMap<string, Source>): string[] {
  const reached = new Set(starts);
  // A set grows while it is walked.
  for (const path of reached) {
    const source = sources.get(path);
    if (!source) continue;
    const { imports, code } = parse(source);
    const specifiers = [...imports.map(({ specifier }) => specifier), ...globsIn(code)];
    for (const target of specifiers.flatMap((specifier) => filesFor(path, specifier, sources))) reached.add(target);
  }
  return [...reached];
}

/** Nothing of this may be part of what production runs: the lab, simulators, and the build with Vite's dev server. */
export const isOfTheLab = (path: string): boolean =>
  path.startsWith('lab/') || /(^|\/)simulator[.-]|\.config\.ts$/.test(path);

/** The patterns that the portal's bundler makes imports of. */
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
