// A node's copies of builds from the object store, in <game>/builds/<sha>/ of the cache.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { missingAs } from '#server/missing-files.ts';
import { parseBuildManifest, type ManifestFile } from './build-manifest.ts';
import type { BuildStore } from './build-store.ts';
import { cachedManifestName, type FileCache } from './file-cache.ts';

export interface CachedBuild {
  readonly files: ReadonlyMap<string, ManifestFile>;
}

export interface BuildCache {
  /** Undefined: the store has no such build. */
  open(game: string, sha: string): Promise<CachedBuild | undefined>;
  /** The folder of the build, which has the file now. Undefined: the build has no such file. */
  load(game: string, sha: string, path: string): Promise<string | undefined>;
}

const maxManifests = 200;

export function createBuildCache(
  store: Pick<BuildStore, 'readManifest' | 'download'>,
  cache: Pick<FileCache, 'folder' | 'load' | 'keepManifest'>,
): BuildCache {
  const builds = new Map<string, Promise<CachedBuild | undefined>>();
  const nameOf = (game: string, sha: string): string => `${game}/builds/${sha}`;

  async function readBuild(game: string, sha: string): Promise<CachedBuild | undefined> {
    const name = `${nameOf(game, sha)}/${cachedManifestName}`;
    const kept = await readFile(join(cache.folder, name), 'utf8').catch(missingAs(undefined));
    let manifest = kept === undefined ? undefined : parseBuildManifest(kept, sha);
    if (!manifest) {
      manifest = await store.readManifest(game, sha);
      if (!manifest) return undefined;
      await cache.keepManifest(name, JSON.stringify(manifest));
    }
    return { files: new Map(manifest.files.map((file) => [file.path, file])) };
  }

  function open(game: string, sha: string): Promise<CachedBuild | undefined> {
    const key = nameOf(game, sha);
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
      const { bytes, modifiedMs } = file;
      const download = async (target: string): Promise<boolean> => {
        await store.download(game, file, target);
        return true;
      };
      await cache.load({ name: `${nameOf(game, sha)}/${path}`, bytes, modifiedMs, download });
      return join(cache.folder, nameOf(game, sha));
    },
  };
}
