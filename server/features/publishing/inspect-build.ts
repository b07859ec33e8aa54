// Scans a build before it is added. Nothing is rejected: the person who adds the game gets the findings and decides.
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createForeignSdkFinder, isForeignScript, type ForeignSdkUse } from '#compat/find-foreign-sdks.ts';
import * as foreignSdks from '#compat/registry.ts';
import type { GameFile } from './list-game-files.ts';
import { readGodotPage } from './read-godot-page.ts';
import { decodeUrlPath, findReferences } from './read-references.ts';
import { findFrameProblems, threadsProblem, type FrameContext } from './find-frame-problems.ts';
import { hasSharedMemory } from './read-wasm-memory.ts';

export interface BuildFindings {
  /** Each origin with the first file that loads from it. */
  readonly loads: Map<string, string>;
  /** Origins that only appear as text in scripts. */
  readonly mentions: Map<string, string>;
  /** Each missing file with the first file that references it. */
  readonly missing: Map<string, string>;
  readonly troubles: readonly string[];
  /** SDKs of other portals that it uses. */
  readonly foreignSdks: readonly ForeignSdkUse[];
}

const largestReadBytes = 8_000_000;
const maxReadBytes = 100_000_000;

export async function inspectBuild(files: readonly GameFile[], context: FrameContext): Promise<BuildFindings> {
  const paths = new Set(files.map(({ path }) => path));
  const loads = new Map<string, string>();
  const mentions = new Map<string, string>();
  const missing = new Map<string, string>();
  const troubles = new Map<string, string>();
  const note = (into: Map<string, string>, what: string, path: string): void => {
    if (!into.has(what)) into.set(what, path);
  };
  const foreign = createForeignSdkFinder(Object.values(foreignSdks), paths);
  for (const file of files) if (isEngineGlue.test(file.path)) foreign.read(await readProgram(file));
  const shared = await findSharedPrograms(files);
  if (!context.isIsolated) for (const path of shared.paths) note(troubles, threadsProblem, path);
  let engine: string | undefined;
  let readBytes = 0;
  // The order of a folder listing is undefined.
  for (const { path, from, bytes } of files.toSorted((one, other) => (one.path < other.path ? -1 : 1))) {
    if (!isRead.test(path) || isEnginePart.test(path) || bytes > largestReadBytes) continue;
    readBytes += bytes;
    if (readBytes > maxReadBytes) break;
    const text = await readFile(from, 'utf8');
    foreign.read(text);
    for (const { address, isLoaded } of findReferences(path, text)) {
      const target = placeOf(address, path);
      if (!target) continue;
      if (target.origin !== home) {
        if (!isLoaded && harmless.test(target.hostname)) continue;
        // Also on hosts that have files of others, which stay out of reach.
        if (isForeignScript(target, Object.values(foreignSdks))) continue;
        for (const origin of withCompanions(target.origin)) note(isLoaded ? loads : mentions, origin, path);
      } else if (isLoaded && !isThere(target, paths, path, address)) note(missing, decodeUrlPath(target), path);
    }
    const godot = isPage.test(path) ? readGodotPage(text) : undefined;
    if (godot) engine ??= posix.join(posix.dirname(path), godot.executable);
    if (godot?.hasThreads && !context.isIsolated) note(troubles, threadsProblem, path);
    const kind = { isEngine: isEngineScript(path, text, engine), knowsThreads: shared.isKnown };
    for (const trouble of findFrameProblems(path, text, context, kind)) note(troubles, trouble, path);
  }
  for (const { path } of files) if (/\.(php|aspx?|jsp|cgi)$/i.test(path)) note(troubles, serverPrograms, path);
  for (const origin of loads.keys()) mentions.delete(origin);
  return {
    loads,
    mentions,
    missing,
    troubles: [...troubles].map(([trouble, path]) => `${path}: ${trouble}`),
    foreignSdks: foreign.result(),
  };
}

/** Unity compiles plug-ins into this file. A compressed one that can't be read is the engine's problem to report. */
async function readProgram({ path, from, bytes }: GameFile): Promise<string> {
  if (bytes > largestReadBytes) return '';
  const content = await readFile(from);
  try {
    if (path.endsWith('.br')) return brotliDecompressSync(content, limited).toString('utf8');
    // Unity's fallback compresses with gzip or Brotli under one name.
    if (/\.(gz|unityweb)$/.test(path)) return gunzipSync(content, limited).toString('utf8');
  } catch {
    return '';
  }
  return content.toString('utf8');
}

const limited = { maxOutputLength: 60_000_000 };

/** `isKnown`: at least one program could be read. */
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

function isEngineScript(path: string, text: string, godot: string | undefined): boolean {
  if (!/\.m?js$/i.test(path)) return false;
  if (godot !== undefined && path.startsWith(`${godot}.`)) return true;
  // Typical of Emscripten's loader code.
  return (
    /\bHEAPU8\b|\bENVIRONMENT_IS_(?:WEB|WORKER|PTHREAD)\b/.test(text) &&
    /\bonRuntimeInitialized\b|\bnoExitRuntime\b|\blocateFile\b|\b_?emscripten_/.test(text)
  );
}

const isProgram = /\.wasm(\.code)?(\.gz|\.br|\.unityweb)?$/i;
const isPage = /\.html?$/i;
const isRead = /\.(html?|css|m?js)$/i;
const isEngineGlue = /(^|\/)Build\/.*\.framework\.js(\.(gz|br|unityweb))?$/;
const isEnginePart = /(^|\/)Build\/.*\.(framework|loader|asm)\.js$|(^|\/)(godot|index\.engine)[^/]*\.js$/;
const serverPrograms = 'a program for a web server is not run here, only files are sent';

// A base for relative addresses; `.invalid` is never a real host.
const home = 'https://game.invalid';

function placeOf(address: string, path: string): URL | undefined {
  const target = URL.parse(address, `${home}/${path.split('/').map(encodeURIComponent).join('/')}`);
  return target && /^(https?|wss?):$/.test(target.protocol) ? target : undefined;
}

function isThere(target: URL, paths: ReadonlySet<string>, from: string, address: string): boolean {
  const own = decodeUrlPath(target);
  // The portal serves these on every game's host.
  if (/^(sdk|avatars|\.fxid)\//.test(own)) return true;
  const candidates = [own, own.endsWith('/') || own === '' ? `${own}index.html` : `${own}/index.html`];
  // Addresses in a script are relative to the page that runs it, usually index.html.
  const ofPage = /\.m?js$/i.test(from) ? placeOf(address, 'index.html') : undefined;
  if (ofPage) candidates.push(decodeUrlPath(ofPage));
  return candidates.some((each) => paths.has(each) || compressions.some((ending) => paths.has(each + ending)));
}

const compressions = ['.gz', '.br', '.unityweb'];

/** Google's font style sheets load the fonts from a second host. */
const withCompanions = (origin: string): string[] =>
  origin === 'https://fonts.googleapis.com' ? [origin, 'https://fonts.gstatic.com'] : [origin];

/** Hosts in XML namespaces, licences and manuals. Nothing is loaded from them. */
const harmless =
  /^(www\.)?(w3\.org|schema\.org|ns\.adobe\.com|github\.com|opensource\.org|mozilla\.org|npmjs\.com|reactjs\.org|wikipedia\.org|stackoverflow\.com|example\.(com|org))$|^(developer\.mozilla\.org|[a-z]+\.wikipedia\.org|localhost|127\.0\.0\.1)$/;
