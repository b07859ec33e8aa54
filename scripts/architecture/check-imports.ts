// Import direction: which folder may import which, by which specifier, and which adapter may import which adapter.
import { posix } from 'node:path';

import { lineOf, parse, type Source, type Violation } from './read-sources.ts';

/** For each folder, the folders that it may import, limited to the files that match. */
export type ImportTable = Readonly<Record<string, Readonly<Record<string, RegExp>>>>;

/** The folders whose file suffixes show where a file runs. */
const SHARED = new Set(['model', 'kit', 'contract', 'bridge', 'platforms', 'payments', 'identities']);
const FAMILIES = new Set(['platforms', 'payments', 'identities']);
const MAY_SIMULATE = new Set(['lab', 'e2e', 'bench', 'drills']);

export function checkImports(source: Source, table: ImportTable): Violation[] {
  const { imports, text } = parse(source);
  return imports.flatMap(({ specifier, start }) => {
    const found = checkImport(source.path, specifier, table);
    return found.map(({ rule, what }) => ({ path: `${source.path}:${lineOf(text, start)}`, rule, what }));
  });
}

function checkImport(from: string, specifier: string, table: ImportTable): Omit<Violation, 'path'>[] {
  const to = resolve(from, specifier);
  if (to === undefined) return [];
  const folder = folderOf(from);
  const target = folderOf(to);
  const violations: Omit<Violation, 'path'>[] = [];
  const refuse = (rule: string, what: string) => violations.push({ rule, what });
  const isTest = isTestFile(from);

  if (folder !== target) {
    const exempt = isTest || folder === '';
    const allowed = table[folder]?.[target];
    if (!exempt && (allowed === undefined || !allowed.test(to))) refuse('direction', `${folder} may not import ${to}`);
    // Tools read their configuration before # imports are resolved, and separate packages have no # imports.
    const spellsFreely = folder === '' || folder === 'sdk' || folder === 'conformance' || from.endsWith('.config.ts');
    if (specifier.startsWith('.') && target !== '' && !spellsFreely)
      refuse('spelling', `import ${to} as #${to}, not as ${specifier}`);
  } else if (FAMILIES.has(folder)) {
    const [own, other] = [from.split('/'), to.split('/')];
    // A family's kit is shared by its adapters and imports none of them.
    if (own.length > 2 && other.length > 2 && own[1] !== other[1] && other[1] !== 'kit' && !isTest)
      refuse('direction', `the adapter ${own[1]} may not import another one: ${to}`);
  }
  if (SHARED.has(folder) && !isTest) checkSuffix(suffixOf(from), suffixOf(to), to, refuse);
  if (isSimulator(to) && !isTest && !isSimulator(from) && !MAY_SIMULATE.has(folder))
    refuse('simulator', `only lab, e2e, bench, drills and tests import simulators: ${to}`);
  return violations;
}

function checkSuffix(own: Suffix, other: Suffix, to: string, refuse: (rule: string, what: string) => void): void {
  if (other === 'none' || own === other) return;
  refuse(
    'suffix',
    own === 'none' ? `a file that runs anywhere may not import ${to}` : `a .${own} file may not import ${to}`,
  );
}

/** The path within the project; undefined for packages. */
export function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  return undefined;
}

type Suffix = 'browser' | 'server' | 'none';

function suffixOf(path: string): Suffix {
  return (/\.(browser|server)\.(?:test\.)?tsx?$/.exec(path)?.[1] as Suffix | undefined) ?? 'none';
}

const isSimulator = (path: string) => /(^|\/)simulator[.-]/.test(path);
const folderOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '');
export const isTestFile = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path) || /(^|\/)testing\//.test(path);
