// Finds the files of a screen: a server-rendered page needs its styles before its script runs.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface ScreenFiles {
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
}

const hydrates = 'hydrate-query-cache.ts';

export async function readScreenFiles(folder: string): Promise<(screen: string | undefined) => ScreenFiles> {
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  const first = new Set(collect(manifest, 'index.html'));
  const known = new Map<string, ScreenFiles>();
  return (screen = '') => {
    const files = known.get(screen) ?? filesOf(screen === '' ? [hydrates] : [hydrates, screen]);
    known.set(screen, files);
    return files;
  };

  function filesOf(sources: readonly string[]): ScreenFiles {
    const all = new Set(sources.flatMap((source) => collect(manifest, source)));
    return split([...all.difference(first)]);
  }
}

type Manifest = Readonly<
  Record<string, { readonly file: string; readonly css?: readonly string[]; readonly imports?: readonly string[] }>
>;

function collect(manifest: Manifest, first: string): string[] {
  if (!manifest[first])
    throw new Error(
      `The build of the portal has no ${first}; portal/pages/public-pages.ts, or this program, names it.`,
    );
  const keys = new Set([first]);
  // Iterating over a Set includes entries added during the loop.
  for (const key of keys) for (const other of manifest[key]?.imports ?? []) keys.add(other);
  return [...keys].flatMap((key) => [manifest[key]?.file ?? '', ...(manifest[key]?.css ?? [])]);
}

const split = (files: readonly string[]): ScreenFiles => ({
  styles: files.filter((file) => file.endsWith('.css')),
  scripts: files.filter((file) => file.endsWith('.js')),
});
