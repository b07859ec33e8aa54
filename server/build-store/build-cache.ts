// A node's copies of builds from the object store, in <folder>/<game>/builds/<sha>/. A file is downloaded at its first
// request, verified, and renamed to its name. The files with the oldest access time are removed once the cache is full;
// several processes may share the folder.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Log } from '#server/http/log.ts';
import { parseBuildManifest, type BuildManifest, type ManifestFile } from './build-manifest.ts';
import type { BuildStore } from './build-store.ts';

export interface BuildCacheOptions {
  readonly store: Pick<BuildStore, 'readManifest' | 'download'>;
  readonly folder: string;
  readonly maxBytes: number;
  readonly now: () => Date;
  readonly log: Pick<Log, 'warn'>;
}

export interface CachedBuild {
  readonly files: ReadonlyMap<string, ManifestFile>;
}

export interface BuildCache {
  /** Undefined: the store has no such build. */
  open(game: string, sha: string): Promise<CachedBuild | undefined>;
  /** The folder of the build, which has the file now. Undefined: the build has no such file. */
  load(game: string, sha: string, path: string): Promise<string | undefined>;
}

const manifestName = '.manifest.json';
const downloadsFolder = '.downloads';
const maxManifests = 200;
/** Access times are written at most this often. */
const touchMs = 60_000;
/** A file in use is never removed, not even from a full cache. */
const inUseMs = 5 * touchMs;
const staleDownloadMs = 24 * 3_600_000;
const targetShare = 0.9;

export function createBuildCache(options: BuildCacheOptions): BuildCache {
  const { store, folder, now } = options;
  const builds = new Map<string, Promise<CachedBuild | undefined>>();
  const downloads = new Map<string, Promise<void>>();
  const touched = new Map<string, number>();
  const countBytes = createSizeLimit(options);
  const locate = (game: string, sha: string): string => join(folder, game, 'builds', sha);

  async function readBuild(game: string, sha: string): Promise<CachedBuild | undefined> {
    const place = join(locate(game, sha), manifestName);
    const kept = await readFile(place, 'utf8').catch(missingAs(undefined));
    let manifest = kept === undefined ? undefined : parseBuildManifest(kept, sha);
    if (!manifest) {
      manifest = await store.readManifest(game, sha);
      if (!manifest) return undefined;
      await keepManifest(place, manifest);
    }
    return { files: new Map(manifest.files.map((file) => [file.path, file])) };
  }

  async function keepManifest(place: string, manifest: BuildManifest): Promise<void> {
    const draft = await createDraftPath();
    await writeFile(draft, JSON.stringify(manifest), { mode: 0o644 });
    await moveTo(draft, place);
  }

  async function createDraftPath(): Promise<string> {
    await mkdir(join(folder, downloadsFolder), { recursive: true });
    return join(folder, downloadsFolder, randomUUID());
  }

  async function download(game: string, file: ManifestFile, place: string): Promise<void> {
    const draft = await createDraftPath();
    try {
      await store.download(game, file, draft);
      // All nodes send the same time, so that browsers can revalidate with any of them.
      await utimes(draft, now(), new Date(file.modifiedMs));
      await moveTo(draft, place);
      touched.set(place, now().getTime());
    } finally {
      await rm(draft, { force: true });
    }
    await countBytes(file.bytes);
  }

  async function touch(place: string, { modifiedMs }: ManifestFile): Promise<void> {
    const at = now().getTime();
    const last = touched.get(place);
    if (last !== undefined && at - last < touchMs) return;
    if (touched.size >= maxTouched) touched.clear();
    touched.set(place, at);
    // Another process may remove the file at this moment: the caller then downloads it again.
    await utimes(place, now(), new Date(modifiedMs)).catch(missingAs(undefined));
  }

  function open(game: string, sha: string): Promise<CachedBuild | undefined> {
    const key = `${game}/${sha}`;
    const known = builds.get(key);
    if (known) return known;
    const build = readBuild(game, sha);
    if (builds.size >= maxManifests) builds.delete(builds.keys().next().value ?? '');
    builds.set(key, build);
    // Only found manifests are kept: a missing one may be uploaded later.
    const forget = (): void => {
      if (builds.get(key) === build) builds.delete(key);
    };
    build.then((found) => found ?? forget(), forget);
    return build;
  }

  return {
    open,
    load: async (game, sha, path) => {
      const file = (await open(game, sha))?.files.get(path);
      if (!file) return undefined;
      const root = locate(game, sha);
      const place = join(root, ...path.split('/'));
      const running = downloads.get(place);
      if (running) await running;
      else {
        await touch(place, file);
        if ((await stat(place).catch(missingAs(undefined)))?.size !== file.bytes) {
          const started = downloads.get(place) ?? download(game, file, place).finally(() => downloads.delete(place));
          downloads.set(place, started);
          await started;
        }
      }
      return root;
    },
  };
}

const maxTouched = 100_000;

/** Removes the least recently used files once more than `maxBytes` are there. */
function createSizeLimit({ folder, maxBytes, now, log }: BuildCacheOptions): (added: number) => Promise<void> {
  // Other processes add files too, so the folder is measured again from time to time.
  const measureEvery = maxBytes / 20;
  let unmeasured = Number.POSITIVE_INFINITY;
  let running: Promise<void> | undefined;
  return async (added) => {
    unmeasured += added;
    if (unmeasured < measureEvery) return;
    running ??= shrink()
      .catch((error: unknown) => log.warn({ err: error, folder }, 'Removing old files from the games cache failed.'))
      .finally(() => {
        running = undefined;
      });
    await running;
  };

  async function shrink(): Promise<void> {
    unmeasured = 0;
    const files = await listFiles(folder);
    const nowMs = now().getTime();
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    for (const { path } of files.filter(({ type, usedMs }) => type === 'download' && nowMs - usedMs > staleDownloadMs))
      await rm(path, { force: true });
    if (bytes <= maxBytes) return;
    const contents = files
      .filter(({ type, usedMs }) => type === 'content' && nowMs - usedMs > inUseMs)
      .toSorted((one, other) => one.usedMs - other.usedMs);
    const removed = new Set<string>();
    for (const file of contents) {
      if (bytes <= maxBytes * targetShare) break;
      await rm(file.path, { force: true });
      removed.add(file.path);
      bytes -= file.bytes;
    }
    await removeEmptyBuilds(
      files.filter(({ path }) => !removed.has(path)),
      nowMs,
    );
  }
}

/** Removes the folders of builds of which only the manifest is left. */
async function removeEmptyBuilds(files: readonly CachedFile[], nowMs: number): Promise<void> {
  for (const manifest of files.filter(({ type, usedMs }) => type === 'manifest' && nowMs - usedMs > inUseMs)) {
    const root = dirname(manifest.path);
    if (!files.some(({ path, type }) => type === 'content' && path.startsWith(root + sep)))
      await rm(root, { recursive: true, force: true });
  }
}

interface CachedFile {
  readonly path: string;
  readonly bytes: number;
  readonly usedMs: number;
  /** A download is not complete, or was left by a killed process. */
  readonly type: 'content' | 'manifest' | 'download';
}

async function listFiles(folder: string): Promise<CachedFile[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(missingAs([]));
  const files: CachedFile[] = [];
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
    const path = join(parentPath, name);
    const found = await stat(path).catch(missingAs(undefined));
    if (!found) continue;
    const isDownload = path.startsWith(join(folder, downloadsFolder) + sep);
    const type = isDownload ? 'download' : name === manifestName ? 'manifest' : 'content';
    files.push({ path, bytes: found.size, usedMs: found.atimeMs, type });
  }
  return files;
}

async function moveTo(draft: string, place: string): Promise<void> {
  await mkdir(dirname(place), { recursive: true });
  try {
    await rename(draft, place);
  } catch (error) {
    // Another process may have removed the empty folder.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await mkdir(dirname(place), { recursive: true });
    await rename(draft, place);
  }
}

function missingAs<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(error.code ?? '')) return value;
    throw error;
  };
}
