// Follows imports from a file, including dynamic ones, to find all files of a program.
import { posix } from 'node:path';

import { parseSource, resolveImport, type SourceFile } from './read-sources.ts';

export function findReachedFiles(starts: readonly string[], sources: ReadonlyMap<string, SourceFile>): string[] {
  const reached = new Set(starts);
  // The loop also visits paths that are added to the set during iteration.
  for (const path of reached) {
    const source = sources.get(path);
    if (!source) continue;
    const { imports, code } = parseSource(source);
    for (const to of [...imports.map((each) => each.to), ...globsIn(code).map((glob) => resolveImport(path, glob))]) {
      if (to === undefined) continue;
      for (const each of to.includes('*') ? sources.keys() : [to])
        if (sources.has(each) && posix.matchesGlob(each, to)) reached.add(each);
    }
  }
  return [...reached];
}

/** Files that production must not contain: the lab, simulators, and build configurations with Vite's dev server. */
export const isDevelopmentFile = (path: string): boolean =>
  path.startsWith('lab/') || /(^|\/)simulator[.-]|\.config\.ts$/.test(path);

/** Glob patterns that the portal's bundler turns into imports. */
const globsIn = (code: string): string[] =>
  [...code.matchAll(/import\.meta\.glob(?:<[^(]*>)?\(\s*(\[[^\]]*\]|'[^']*')/g)].flatMap(([, given = '']) =>
    [...given.matchAll(/'([^'!][^']*)'/g)].map(([, pattern = '']) => pattern),
  );
