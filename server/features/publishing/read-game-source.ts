// Detects what is being added: a page, a Unity build or an address. Errors list what was looked for, because the usual
// mistake is the folder above or below.
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { findUnityBuild } from '#server/games/find-unity-build.ts';
import { readGodotPage } from './read-godot-page.ts';
import { PublishingError } from './publishing-error.ts';

export type GameSource =
  | { readonly kind: 'folder'; readonly folder: string; readonly playGameType: 'Unity' | 'Iframe' }
  | { readonly kind: 'address'; readonly url: string };

export interface GameSourceContext {
  readonly from: string;
  /** No game may be on the portal's origin: it could read the portal's storage. */
  readonly portalOrigin: string;
  readonly dataDir: string;
}

export async function readGameSource(
  given: string,
  { from, portalOrigin, dataDir }: GameSourceContext,
): Promise<GameSource> {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(given))
    return { kind: 'address', url: normalizeGameAddress(given, portalOrigin) };
  const folder = resolve(from, given);
  const found = await stat(folder).catch(missing);
  if (!found)
    throw new PublishingError(`There is no folder ${folder}. Give the folder of the game, or its https address.`);
  if (!found.isDirectory()) throw new PublishingError(refuseFile(folder));
  const copies = join((await realpath(dataDir).catch(missing)) ?? dataDir, 'games');
  if (copies.startsWith((await realpath(folder)) + sep))
    throw new PublishingError(`${folder} contains DATA_DIR, into which games are copied. Give only the game's folder.`);
  return { kind: 'folder', folder, playGameType: await typeOf(folder) };
}

export function normalizeGameAddress(given: string, portalOrigin: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || /\s/.test(given))
    throw new PublishingError(`${given} isn't an address. Use one such as https://miner.example/play/.`);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isThisMachine(url.hostname)))
    throw new PublishingError(
      `${given} is not encrypted, and browsers refuse such a frame. Give an address with https.`,
    );
  if (url.username !== '' || url.password !== '')
    throw new PublishingError('The address contains a name or password, which every player would see. Remove them.');
  if (url.origin === portalOrigin)
    throw new PublishingError(
      `${given} is on the portal's own origin, where a game could read the sessions of players. Give its folder instead, or an address on another host.`,
    );
  return url.href;
}

const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '[::1]';

function refuseFile(path: string): string {
  if (/\.(zip|7z|rar|tar|t?gz|tar\.\w+|bz2|xz|zst|unitypackage)$/i.test(path))
    return `${path} is an archive. Unpack it and give the folder in which its index.html or its Build folder lies.`;
  return `${path} is a file. Give the folder of the game, ${dirname(path)} perhaps.`;
}

async function typeOf(folder: string): Promise<'Unity' | 'Iframe'> {
  if (await findUnityBuild(folder)) return 'Unity';
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(missing);
  const parts = await namesIn(join(folder, 'Build'));
  const lacking = unityParts.filter(
    (ending) => !parts.some((name) => compressions.some((c) => name.endsWith(ending + c))),
  );
  const isUnity = parts.some((name) => name.endsWith('.loader.js') || name === 'UnityLoader.js');
  const hasStockPage = page?.includes('createUnityInstance(') === true && page.includes('TemplateData/');
  if (hasStockPage || (isUnity && page === undefined))
    throw new PublishingError(
      `${folder} is a Unity build, and its folder Build lacks ${lacking.join(', ')}. Build it again whole.`,
    );
  // A Unity build with its own page is served as it is, if all parts that the page names exist.
  if (page !== undefined && isUnity) {
    const gone = partsNamedIn(page).filter((name) => !parts.includes(name));
    const legacy = await legacyPartsOf(join(folder, 'Build'), parts);
    const absent = [
      ...gone,
      ...legacy,
      ...(gone.length + legacy.length === 0 && !parts.includes('UnityLoader.js') ? lackingIn(page, lacking) : []),
    ];
    if (absent.length > 0)
      throw new PublishingError(
        `${folder} is a Unity build with a page of its own, and its folder Build lacks ${absent.join(', ')}. Build it again whole, or mend the page.`,
      );
  }
  if (page !== undefined && !isUnity) await requireGodotFiles(folder, page);
  if (page !== undefined) return isUnity ? 'Unity' : 'Iframe';
  throw new PublishingError(
    `${folder} isn't a game: it has neither an index.html (a page) nor a Build folder with ${unityParts.join(', ')} (a Unity build).${await hint(folder)}`,
  );
}

/** A Godot export without its program or pack only shows an error. */
async function requireGodotFiles(folder: string, page: string): Promise<void> {
  const godot = readGodotPage(page);
  if (!godot) return;
  const missingFiles: string[] = [];
  for (const file of godot.files) {
    const names = await namesIn(dirname(join(folder, file)));
    const name = basename(file);
    // Some pages assemble a file from parts or decompress it.
    if (!names.some((each) => each === name || each.startsWith(`${name}.`))) missingFiles.push(file);
  }
  if (missingFiles.length > 0)
    throw new PublishingError(
      `${folder} is a Godot export, and it lacks ${missingFiles.join(', ')}. Export it again, and give the whole folder.`,
    );
}

function partsNamedIn(page: string): string[] {
  const texts = page.matchAll(
    /(["'`])([^"'`\n]*\.(?:loader\.js|data|framework\.js|wasm|symbols\.json|mem)(?:\.gz|\.br|\.unityweb)?)\1/g,
  );
  const names = [...texts].flatMap(([, , text = '']) =>
    // External, or assembled from pieces.
    /^[a-z]+:|[{}$]/i.test(text) ? [] : [basename(text)],
  );
  return [...new Set(names)].filter((name) => !name.startsWith('.'));
}

/** If a page assembles all names itself, at least one file of each type must exist. */
const lackingIn = (page: string, lacking: readonly string[]): readonly string[] =>
  page.includes('createUnityInstance(') && !/dataUrl\s*:\s*["'`]https?:/.test(page) ? lacking : [];

/** Builds before Unity 2020 list their parts in a JSON file. */
async function legacyPartsOf(folder: string, parts: readonly string[]): Promise<string[]> {
  if (!parts.includes('UnityLoader.js')) return [];
  const texts = await Promise.all(
    parts.filter((name) => name.endsWith('.json')).map((name) => readFile(join(folder, name), 'utf8')),
  );
  const names = texts.flatMap((text) => [...text.matchAll(/"\w+Url"\s*:\s*"([^":]+)"/g)].map(([, name = '']) => name));
  return names.filter((name) => !parts.includes(basename(name)));
}

const unityParts = ['.loader.js', '.data', '.framework.js', '.wasm'];
const compressions = ['', '.gz', '.br', '.unityweb'];

async function hint(folder: string): Promise<string> {
  const names = await namesIn(folder);
  if (basename(folder) === 'Build' && names.some((name) => name.endsWith('.loader.js')))
    return ` Give the folder above, ${dirname(folder)}.`;
  for (const name of names.filter((each) => !each.startsWith('.')).slice(0, 100)) {
    const inside = await namesIn(join(folder, name));
    if (inside.includes('index.html') || inside.includes('Build')) return ` Did you mean ${join(folder, name)}?`;
  }
  return '';
}

const namesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch(missing)) ?? [];

/** A missing file is fine; other errors are thrown. */
function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
