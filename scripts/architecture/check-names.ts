// The core must not name any adapter: adding an adapter takes a folder and a registry line, so the core cannot know it.
import { lineOf, parse, type Source, type Violation } from './read-sources.ts';
import { isTestFile } from './check-imports.ts';

export interface NameException {
  /** A file, or a folder if it ends with a slash. */
  readonly path: string;
  readonly names: readonly string[];
  readonly reason: string;
}

const CORE = new Set(['model', 'contract', 'bridge', 'server', 'portal', 'console']);
const FAMILY_FILE = /^(platforms|payments|identities)\/([^/]+)\//;

/** Adapter folder names and manifest ids, in lower case. */
export function adapterNames(sources: readonly Source[]): string[] {
  const names = sources.flatMap(({ path, text }) => {
    const folder = FAMILY_FILE.exec(path)?.[2];
    const id = /\/(platform|provider|identity)\.ts$/.test(path) ? /^\s{2}id:\s*'([^']+)'/m.exec(text)?.[1] : undefined;
    return [folder, id].flatMap((name) => name?.toLowerCase() ?? []);
  });
  return [...new Set(names)].sort();
}

export function checkNames(
  source: Source,
  names: readonly string[],
  exceptions: readonly NameException[],
): Violation[] {
  const folder = source.path.split('/')[0] ?? '';
  if (!CORE.has(folder) || isTestFile(source.path)) return [];
  const allowed = new Set(
    exceptions.filter(({ path }) => covers(path, source.path)).flatMap((exception) => exception.names),
  );
  const { code, text } = parse(source);
  const known = new Set(names);
  return wordsOf(code).flatMap(({ word, start }) => {
    if (!known.has(word) || allowed.has(word)) return [];
    return [
      {
        path: `${source.path}:${lineOf(text, start)}`,
        rule: 'adapter name',
        what: `"${word}" belongs to its adapter's folder`,
      },
    ];
  });
}

/** Exceptions that are no longer needed. */
export function unusedExceptions(
  sources: readonly Source[],
  names: readonly string[],
  exceptions: readonly NameException[],
): string[] {
  return exceptions.flatMap((exception) =>
    exception.names
      .filter((name) => {
        const inScope = sources.filter(({ path }) => covers(exception.path, path));
        return !inScope.some((source) =>
          checkNames(source, names, []).some(({ what }) => what.startsWith(`"${name}"`)),
        );
      })
      .map((name) => `${exception.path}: ${name}`),
  );
}

const covers = (pattern: string, path: string) => (pattern.endsWith('/') ? path.startsWith(pattern) : path === pattern);

// Every word and every sequence of words within a name: `sendCrazyGamesSdk` and `crazy_games` contain crazygames, but
// `striped` does not contain stripe.
function wordsOf(code: string): { word: string; start: number }[] {
  const found: { word: string; start: number }[] = [];
  for (const name of code.matchAll(/[A-Za-z][A-Za-z0-9_]*/g)) {
    const parts = [...name[0].matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g)];
    for (const [first, part] of parts.entries()) {
      let word = '';
      for (const next of parts.slice(first, first + 4)) {
        word += next[0].toLowerCase();
        found.push({ word, start: name.index + part.index });
      }
    }
  }
  return found;
}
