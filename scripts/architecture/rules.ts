// The rules of architecture.test.ts, which has their tables.
import { lineOf, parseSource, type SourceFile } from './read-sources.ts';

export interface RuleViolation {
  readonly path: string;
  readonly rule: string;
  readonly what: string;
}

/** For each folder, the folders that it may import, limited to the files that match. */
export type ImportTable = Readonly<Record<string, Readonly<Record<string, RegExp>>>>;

const FAMILIES = new Set(['platforms', 'payments', 'identities']);
const MAY_SIMULATE = new Set(['lab', 'e2e', 'bench', 'drills']);

/** Which folder may import which, by which specifier, and which adapter may import which adapter. */
export function checkImports(source: SourceFile, table: ImportTable): RuleViolation[] {
  const from = source.path;
  const folder = folderOf(from);
  const isTest = isTestFile(from);
  // Tools read their configuration before # imports are resolved, and separate packages have no # imports.
  const mayUsePaths = ['', 'sdk', 'conformance'].includes(folder) || from.endsWith('.config.ts');
  return parseSource(source).imports.flatMap(({ specifier, to, line }) => {
    if (to === undefined) return [];
    const violations: RuleViolation[] = [];
    const refuse = (rule: string, what: string) => violations.push({ path: `${from}:${line}`, rule, what });
    const target = folderOf(to);
    const [, own, ownFile] = from.split('/');
    const [, other, otherFile] = to.split('/');
    if (folder !== target) {
      const isAllowed = table[folder]?.[target]?.test(to) ?? (target === '' && mayUsePaths);
      if (!isTest && folder !== '' && !isAllowed) refuse('direction', `${folder} may not import ${to}`);
      if (specifier.startsWith('.') && target !== '' && !mayUsePaths)
        refuse('spelling', `import ${to} as #${to}, not as ${specifier}`);
      // A family's kit is shared by its adapters and imports none of them.
    } else if (FAMILIES.has(folder) && ownFile && otherFile && own !== other && other !== 'kit' && !isTest)
      refuse('direction', `the adapter ${own} may not import another one: ${to}`);
    if (isSimulator(to) && !isTest && !isSimulator(from) && !MAY_SIMULATE.has(folder))
      refuse('simulator', `only lab, e2e, bench, drills and tests import simulators: ${to}`);
    return violations;
  });
}

/** From left to right. A path belongs to the last layer that matches it. */
export type LayerTable = readonly (readonly [name: string, paths: RegExp])[];

/**
 * A file may import its own layer and those to the left.
 * @param within the paths that must be in a layer
 */
export function checkLayers(source: SourceFile, layers: LayerTable, within: RegExp): RuleViolation[] {
  const { path } = source;
  if (!within.test(path) || isTestFile(path)) return [];
  const layerOf = (file: string): number => layers.findLastIndex(([, paths]) => paths.test(file));
  const own = layerOf(path);
  if (own === -1) return [{ path, rule: 'layer', what: 'add its folder to a layer' }];
  return parseSource(source).imports.flatMap(({ to, line }) => {
    if (to === undefined || !within.test(to) || layerOf(to) <= own) return [];
    const what = `${layers[own]?.[0]} may not import ${layers[layerOf(to)]?.[0]}: ${to}`;
    return [{ path: `${path}:${line}`, rule: 'layer', what }];
  });
}

/**
 * Sibling areas must not import each other in both directions. (The linter finds cycles between files.)
 * @param area matches the area at the start of a path, such as `server/features/orders`
 */
export function checkAreas(sources: readonly SourceFile[], area: RegExp): RuleViolation[] {
  const known = new Map<string, string>();
  for (const source of sources.filter(({ path }) => !isTestFile(path)))
    for (const { to = '', line, isDynamic } of parseSource(source).imports) {
      const [own, other] = [area.exec(source.path)?.[0], area.exec(to)?.[0]];
      if (own && other && own !== other && !isDynamic) known.set(`${own} ${other}`, `${source.path}:${line}`);
    }
  return [...known].flatMap(([pair, path]) => {
    const [own = '', other = ''] = pair.split(' ');
    const back = own < other && known.get(`${other} ${own}`);
    return back ? [{ path, rule: 'circle', what: `${own} and ${other} import each other, as ${back} does` }] : [];
  });
}

/** The only files that may use a dangerous primitive directly. */
export interface Gateway {
  readonly rule: string;
  readonly pattern: RegExp;
  readonly within: RegExp;
  readonly except: RegExp;
  readonly use: string;
}

export function checkGateways(source: SourceFile, gateways: readonly Gateway[]): RuleViolation[] {
  const { path } = source;
  if (isTestFile(path)) return [];
  const { code } = parseSource(source);
  return gateways
    .filter(({ within, except }) => within.test(path) && !except.test(path))
    .flatMap(({ rule, pattern, use }) =>
      [...code.matchAll(new RegExp(pattern, 'g'))].map(({ index }) => ({
        path: `${path}:${lineOf(code, index)}`,
        rule,
        what: use,
      })),
    );
}

/** Adapter folder names and manifest ids, in lower case. */
export function findAdapterNames(sources: readonly SourceFile[]): string[] {
  const names = sources.flatMap(({ path, text }) => {
    const folder = /^(?:platforms|payments|identities)\/([^/]+)\//.exec(path)?.[1];
    const id = /\/(platform|provider|identity)\.ts$/.test(path) ? /^\s{2}id:\s*'([^']+)'/m.exec(text)?.[1] : undefined;
    return [folder, id].flatMap((name) => name?.toLowerCase() ?? []);
  });
  return [...new Set(names)].sort();
}

/** The core must not name any adapter: adding one takes a folder and a registry line. */
export function checkAdapterNames(source: SourceFile, names: readonly string[]): RuleViolation[] {
  const { path } = source;
  if (!/^(model|contract|bridge|server|portal)\//.test(path) || isTestFile(path)) return [];
  const { code } = parseSource(source);
  // `sendCrazyGamesSdk` and `crazy_games` contain crazygames, but `striped` does not contain stripe.
  const separated = code.replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_/g, '\0');
  return names.flatMap((name) => {
    const pattern = new RegExp(`(?<![a-z\\d])${name.split('').join('\0?')}(?![a-z])`, 'gi');
    return [...separated.matchAll(pattern)].map(({ index }) => ({
      path: `${path}:${lineOf(separated, index)}`,
      rule: 'adapter name',
      what: `"${name}" belongs to its adapter's folder`,
    }));
  });
}

const isSimulator = (path: string): boolean => /(^|\/)simulator[.-]/.test(path);
const folderOf = (path: string): string => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '');
const isTestFile = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path) || /(^|\/)testing\//.test(path);
