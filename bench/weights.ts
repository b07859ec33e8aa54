// How many bytes a player has to load: the first page, cold and in English, and what each part that is loaded later adds to
// it. Sizes are those that travel: brotli where the build has compressed a file, the file itself where that gains nothing.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

export interface Weights {
  readonly firstPage: { readonly js: number; readonly css: number; readonly fonts: number; readonly total: number };
  /** Bytes by the source file that is loaded later, with all that it brings along and the first page has not. */
  readonly parts: Readonly<Record<string, number>>;
}

/** The most JavaScript that the first page may need, in bytes. */
export const maxJs = 117_000;

/** @param folder the built portal */
export function measureWeights(folder: string): Weights {
  const manifest = readManifest(folder);
  const entries = Object.entries(manifest);
  const entry = entries.find(([, { isEntry }]) => isEntry);
  if (!entry) throw new Error(`${join(folder, manifestName)} names no entry. Build the portal with npm run build.`);
  const size = (file: string) => sizeOf(join(folder, file));
  const sum = (files: Iterable<string>) => [...files].reduce((bytes, file) => bytes + size(file), 0);

  const first = filesOf(manifest, entry[0]);
  const js = sum(first.filter((file) => file.endsWith('.js')));
  const styles = first.filter((file) => file.endsWith('.css'));
  const css = sum(styles);
  const fonts = sum(styles.flatMap((file) => fontsForEnglish(readFileSync(join(folder, file), 'utf8'))));
  const pictures = sum((entry[1].assets ?? []).filter((file) => file.endsWith('.svg')));
  const later = entries.filter(([, { isDynamicEntry }]) => isDynamicEntry);
  return {
    firstPage: { js, css, fonts, total: size('index.html') + js + css + fonts + pictures },
    parts: Object.fromEntries(
      later
        .map(([key]): [string, number] => [
          key.replace(/^.*node_modules\//, ''),
          sum(filesOf(manifest, key).filter((file) => !first.includes(file))),
        ])
        .sort(([a], [b]) => a.localeCompare(b, 'en')),
    ),
  };
}

/**
 * The most that a platform's adapter may add to the player, in bytes of gzip: it stands between a click and the game. So does the kit
 * that the adapters share, which browsers keep from one platform to the next: it has a bound of its own, and what it takes over from the
 * halves makes each of them lighter. The outcomes of invitations and shares, which are the same everywhere, are in it.
 */
export const maxAdapter = 4096;
export const maxKit = 4352;

export interface AdapterWeights {
  /** What each platform adds to the player and the kit, by its source file, in bytes of gzip. */
  readonly adapters: Readonly<Record<string, number>>;
  readonly kit: number;
}

export function measureAdapters(folder: string): AdapterWeights {
  const manifest = readManifest(folder);
  const keys = Object.keys(manifest).filter((key) => /\/platforms\/[^/]+\/adapter\.browser\.ts$/.test(key));
  const there = new Set([...filesOf(manifest, 'index.html'), ...filesOf(manifest, 'screens/player/Player.tsx')]);
  const bytes = (files: readonly string[]): number =>
    files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0);
  const isKit = (file: string): boolean => file.startsWith('assets/platform-kit-');
  const added = keys.map((key) => [key, filesOf(manifest, key).filter((file) => !there.has(file))] as const);
  return {
    adapters: Object.fromEntries(added.map(([key, files]) => [key, bytes(files.filter((file) => !isKit(file)))])),
    kit: bytes([...new Set(added.flatMap(([, files]) => files.filter(isKit)))]),
  };
}

/** The lines of the bench. */
export function weightLines({ firstPage, parts }: Weights): object[] {
  return [
    { measure: 'weight-first-page', ...firstPage, maxJs },
    ...Object.entries(parts).map(([part, bytes]) => ({ measure: 'weight-part', part, bytes })),
  ];
}

/** What has become too heavy or changed without anybody saying so, each with its remedy; nothing when all is well. */
export function compareWeights(now: Weights, accepted: Weights): string[] {
  const problems: string[] = [];
  if (now.firstPage.js > maxJs) {
    problems.push(
      `The first page needs ${now.firstPage.js} bytes of JavaScript, and ${maxJs} is the most. Load what it does not draw ` +
        'with import(); dist/portal/manifest.json shows what came in.',
    );
  }
  const [before, after] = [named(accepted), named(now)];
  for (const [part, bytes] of after) {
    const was = before.get(part);
    if (was === undefined) problems.push(`${part} (${bytes} bytes) is new. ${acceptance}`);
    else if (bytes > was * 1.1 && bytes > was + 1000)
      problems.push(
        `${part} has grown from ${was} to ${bytes} bytes. Find what came in (dist/portal/manifest.json), load it later with ` +
          `import(), or keep it: ${acceptance}`,
      );
  }
  for (const part of before.keys()) if (!after.has(part)) problems.push(`${part} is gone. ${acceptance}`);
  return problems;
}

const manifestName = 'manifest.json';
const acceptance = 'Accept it with `npm run weights` and commit bench/weights.json.';

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

function readManifest(folder: string): Manifest {
  const file = join(folder, manifestName);
  if (!existsSync(file)) throw new Error(`There is no ${file}. Build the portal with npm run build.`);
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}

/** Scripts and styles of a chunk and of everything that it imports. */
function filesOf(manifest: Manifest, key: string): string[] {
  const keys = new Set([key]);
  const files = new Set<string>();
  // A set grows while it is walked: imports of imports come in too.
  for (const each of keys) {
    const chunk = manifest[each];
    if (!chunk) throw new Error(`${manifestName} does not know ${each}, which ${key} needs.`);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const imported of chunk.imports ?? []) keys.add(imported);
  }
  return [...files];
}

/** The fonts that a browser fetches for the letter A. */
function fontsForEnglish(css: string): string[] {
  const faces = css.match(/@font-face\s*\{[^}]*\}/g) ?? [];
  return faces
    .filter((face) => {
      const ranges = /unicode-range:\s*([^;}]+)/.exec(face)?.[1];
      return ranges === undefined || ranges.split(',').some((range) => includes(range.trim(), 0x41));
    })
    .flatMap((face) => /url\(["']?(?:\.\/)?([^"')]+)/.exec(face)?.[1] ?? [])
    .map((name) => `assets/${name}`);
}

/** @param range such as U+41, U+0-FF or U+00?? */
function includes(range: string, code: number): boolean {
  const [first = '', last = first] = range.replace(/^U\+/i, '').split('-');
  const from = Number.parseInt(first.replaceAll('?', '0'), 16);
  const to = Number.parseInt(last.replaceAll('?', 'F'), 16);
  return from <= code && code <= to;
}

function sizeOf(file: string): number {
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
}

function named({ firstPage, parts }: Weights): Map<string, number> {
  const page = Object.entries(firstPage).map(([kind, bytes]): [string, number] => [`The first page (${kind})`, bytes]);
  return new Map([...page, ...Object.entries(parts)]);
}
