// Reads a build before it is put in, as a browser would come upon it: what it loads from elsewhere, what it names and does not
// have, and what will not work in a frame of the portal. Nothing is refused for it: who adds a game is told, and decides.
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import type { GameFile } from './list-game-files.ts';
import { readGodotPage } from './read-godot-page.ts';
import { decodePath, readReferences } from './read-references.ts';
import { readTroubles, threadsTrouble, type TroubleContext } from './read-troubles.ts';
import { hasSharedMemory } from './read-wasm-memory.ts';

export interface BuildFindings {
  /** Origins that it loads from, each with the first file that does. */
  readonly loads: ReadonlyMap<string, string>;
  /** Origins that only stand in its programs. */
  readonly mentions: ReadonlyMap<string, string>;
  /** Files that it names and does not have, each with the first file that names it. */
  readonly missing: ReadonlyMap<string, string>;
  /** What will not work, in sentences. */
  readonly troubles: readonly string[];
}

const largestReadBytes = 8_000_000;
const maxReadBytes = 100_000_000;

export async function inspectBuild(files: readonly GameFile[], context: TroubleContext): Promise<BuildFindings> {
  const paths = new Set(files.map(({ path }) => path));
  const loads = new Map<string, string>();
  const mentions = new Map<string, string>();
  const missing = new Map<string, string>();
  const troubles = new Map<string, string>();
  const note = (into: Map<string, string>, what: string, path: string): void => {
    if (!into.has(what)) into.set(what, path);
  };
  const shared = await findSharedPrograms(files);
  if (!context.isIsolated) for (const path of shared.paths) note(troubles, threadsTrouble, path);
  let engine: string | undefined;
  let readBytes = 0;
  // The folder's own order is anything.
  for (const { path, from, bytes } of files.toSorted((one, other) => (one.path < other.path ? -1 : 1))) {
    if (!isRead.test(path) || isEnginePart.test(path) || bytes > largestReadBytes) continue;
    readBytes += bytes;
    if (readBytes > maxReadBytes) break;
    const text = await readFile(from, 'utf8');
    for (const { address, isLoaded } of readReferences(path, text)) {
      const target = placeOf(address, path);
      if (!target) continue;
      if (target.origin !== home) {
        if (!isLoaded && harmless.test(target.hostname)) continue;
        for (const origin of withCompanions(target.origin)) note(isLoaded ? loads : mentions, origin, path);
      } else if (isLoaded && !isThere(target, paths, path, address)) note(missing, decodePath(target), path);
    }
    const godot = isPage.test(path) ? readGodotPage(text) : undefined;
    if (godot) engine ??= posix.join(posix.dirname(path), godot.executable);
    if (godot?.hasThreads && !context.isIsolated) note(troubles, threadsTrouble, path);
    const kind = { isEngine: isEngineScript(path, text, engine), knowsThreads: shared.isKnown };
    for (const trouble of readTroubles(path, text, context, kind)) note(troubles, trouble, path);
  }
  for (const { path } of files) if (/\.(php|aspx?|jsp|cgi)$/i.test(path)) note(troubles, serverPrograms, path);
  for (const origin of loads.keys()) mentions.delete(origin);
  return {
    loads,
    mentions,
    missing,
    troubles: [...troubles].map(([trouble, path]) => `${path}: ${trouble}`),
  };
}

/** The WebAssembly programs that share their memory between threads; `isKnown`: at least one program could be read. */
async function findSharedPrograms(files: readonly GameFile[]): Promise<{ paths: string[]; isKnown: boolean }> {
  const paths: string[] = [];
  let isKnown = false;
  for (const { path, from } of files) {
    const isShared = isProgram.test(path) ? await hasSharedMemory(from) : undefined;
    isKnown ||= isShared !== undefined;
    if (isShared === true) paths.push(path);
  }
  return { paths: paths.toSorted(), isKnown };
}

/** @param godot the name of a Godot export's programs, without an ending */
function isEngineScript(path: string, text: string, godot: string | undefined): boolean {
  if (!/\.m?js$/i.test(path)) return false;
  if (godot !== undefined && path.startsWith(`${godot}.`)) return true;
  // What Emscripten writes around a program.
  return (
    /\bHEAPU8\b|\bENVIRONMENT_IS_(?:WEB|WORKER|PTHREAD)\b/.test(text) &&
    /\bonRuntimeInitialized\b|\bnoExitRuntime\b|\blocateFile\b|\b_?emscripten_/.test(text)
  );
}

const isProgram = /\.wasm(\.code)?(\.gz|\.br|\.unityweb)?$/i;
const isPage = /\.html?$/i;
const isRead = /\.(html?|css|m?js)$/i;
/** The engine's own programs name what they could do, and not what the game does. */
const isEnginePart = /(^|\/)Build\/.*\.(framework|loader|asm)\.js$|(^|\/)(godot|index\.engine)[^/]*\.js$/;
const serverPrograms = 'a program for a web server is not run here, only files are sent';

// Any host that cannot be one: relative addresses are at home.
const home = 'https://game.invalid';

function placeOf(address: string, path: string): URL | undefined {
  const target = URL.parse(address, `${home}/${path.split('/').map(encodeURIComponent).join('/')}`);
  return target && /^(https?|wss?):$/.test(target.protocol) ? target : undefined;
}

function isThere(target: URL, paths: ReadonlySet<string>, from: string, address: string): boolean {
  const own = decodePath(target);
  // What the portal has on every game's host.
  if (/^(sdk|avatars|\.fxid)\//.test(own)) return true;
  const candidates = [own, own.endsWith('/') || own === '' ? `${own}index.html` : `${own}/index.html`];
  // A program's addresses begin at the page that runs it, mostly the first one, and not at the file.
  const ofPage = /\.m?js$/i.test(from) ? placeOf(address, 'index.html') : undefined;
  if (ofPage) candidates.push(decodePath(ofPage));
  return candidates.some((each) => paths.has(each) || compressions.some((ending) => paths.has(each + ending)));
}

const compressions = ['.gz', '.br', '.unityweb'];

/** A style sheet of one of these names fonts on the other. */
const withCompanions = (origin: string): string[] =>
  origin === 'https://fonts.googleapis.com' ? [origin, 'https://fonts.gstatic.com'] : [origin];

/** Names of kinds of documents, licences and manuals: nobody loads anything from there. */
const harmless =
  /^(www\.)?(w3\.org|schema\.org|ns\.adobe\.com|github\.com|opensource\.org|mozilla\.org|npmjs\.com|reactjs\.org|wikipedia\.org|stackoverflow\.com|example\.(com|org))$|^(developer\.mozilla\.org|[a-z]+\.wikipedia\.org|localhost|127\.0\.0\.1)$/;
