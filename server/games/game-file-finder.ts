// Finds game files in the object store, where there is one, and in the games' folders.
import { join } from 'node:path';
import { Problem } from '#model/problem.ts';
import type { BuildCache } from '#server/build-store/build-cache.ts';
import { ObjectStoreError } from '#server/build-store/s3-bucket.ts';
import type { Log } from '#server/http/log.ts';
import { findGameFile, isFile, listGameRoots, type GameFileLocation, type ServedBuild } from './find-game-file.ts';
import { findUnityBuild, findUnityBuildIn, type UnityBuild } from './find-unity-build.ts';
import { readFile } from 'node:fs/promises';

export type ReadBuildHash = (
  game: string,
  build: { readonly type: 'build' | 'draft'; readonly number: number },
) => Promise<string | undefined>;

export type FindBuildByHash = (game: string, sha: string) => Promise<number | undefined>;

export interface BuildHashes {
  readonly read: ReadBuildHash;
  /** The number of the newest build with this hash; never that of a draft. */
  readonly find: FindBuildByHash;
}

export interface GameFileFinderOptions {
  readonly folders: readonly string[];
  /** Absent: all builds are in the folders. */
  readonly cache?: BuildCache | undefined;
  /** Absent: builds have no hashes, as in tests of files. */
  readonly hashes?: BuildHashes | undefined;
  readonly log: Pick<Log, 'warn'>;
}

export interface GameFileFinder {
  find(wanted: { game: string; file: string } & ServedBuild): Promise<GameFileLocation>;
  /** A file by the hash of its build. Undefined: no build of the game has it. */
  findByHash(game: string, sha: string, file: string): Promise<Required<GameFileLocation> | undefined>;
  /** The Unity build that is served at the path, unless it has a page of its own. */
  findUnity(game: string, path: string, served: ServedBuild): Promise<FoundUnityBuild | undefined>;
}

export interface FoundUnityBuild {
  readonly build: UnityBuild;
  /** The hash of the build, by which its files can be found. Absent for drafts, and for files that are in no build. */
  readonly sha?: string | undefined;
}

export function createGameFileFinder({ folders, cache, hashes, log }: GameFileFinderOptions): GameFileFinder {
  const inFolders = createFolderFinder(folders, hashes);
  return cache && hashes ? createStoreFinder({ folders, cache, hashes, log }, inFolders) : inFolders;
}

function createFolderFinder(folders: readonly string[], hashes: BuildHashes | undefined): GameFileFinder {
  return {
    find: (wanted) => findGameFile(folders, wanted),
    findByHash: async (game, sha, file) => {
      const number = await hashes?.find(game, sha);
      if (number === undefined) return undefined;
      const root = join(game, 'builds', String(number));
      for (const folder of folders) if (await isFile(join(folder, root, file))) return { folder, root, file };
      return undefined;
    },
    findUnity: async (game, path, served) => {
      const found = await findUnityInFolders(folders, game, path, served);
      const wanted = locateInBuild(path, served);
      if (!found?.isInBuild || wanted?.type !== 'build') return found;
      // Without the database, the page names its files by their usual addresses.
      return { ...found, sha: await hashes?.read(game, wanted).catch(() => undefined) };
    },
  };
}

/** Finds in the folders what the store lacks. */
function createStoreFinder(
  { folders, cache, hashes, log }: Required<GameFileFinderOptions> & { cache: BuildCache; hashes: BuildHashes },
  inFolders: GameFileFinder,
): GameFileFinder {
  async function findInStore({ game, file, ...served }: { game: string; file: string } & ServedBuild) {
    const wanted = locateInBuild(file, served);
    if (!wanted || wanted.file.split('/').some((part) => part.startsWith('.'))) return undefined;
    const hash = await hashes.read(game, wanted);
    if (hash === undefined) return undefined;
    const folder = await cache.load(game, hash, wanted.file);
    return folder === undefined ? undefined : { folder, root: '', file: wanted.file };
  }

  async function findUnityInStore(
    game: string,
    path: string,
    served: ServedBuild,
  ): Promise<{ readonly unity: FoundUnityBuild | undefined } | undefined> {
    const wanted = locateInBuild(path, served);
    const hash = wanted && (await hashes.read(game, wanted));
    const build = hash === undefined ? undefined : await cache.open(game, hash);
    if (!build || !wanted || hash === undefined) return undefined;
    const root = build.files.has('index.html') ? await cache.load(game, hash, 'index.html') : undefined;
    const page = root === undefined ? undefined : await readFile(join(root, 'index.html'), 'utf8');
    const files = [...build.files.values()].flatMap(({ path: each, bytes, modifiedMs }) => {
      const name = /^Build\/([^/]+)$/.exec(each)?.[1];
      return name === undefined ? [] : [{ name, bytes, changedMs: modifiedMs }];
    });
    const unity = findUnityBuildIn(page, files);
    return { unity: unity && { build: unity, ...(wanted.type === 'build' && { sha: hash }) } };
  }

  /** During an outage, files in the folders are still served. */
  async function orUnavailable<Result>(run: () => Promise<Result | undefined>, game: string) {
    try {
      return { found: await run(), fault: undefined };
    } catch (error) {
      if (!(error instanceof ObjectStoreError)) throw error;
      log.warn({ err: error, game }, "A game's file could not be read from the object store.");
      return { found: undefined, fault: new Problem('GameFilesUnavailable', undefined, { cause: error }) };
    }
  }

  return {
    find: async (wanted) => {
      const { found, fault } = await orUnavailable(() => findInStore(wanted), wanted.game);
      if (found) return found;
      const location = await inFolders.find(wanted);
      if (fault && location.folder === undefined && !(await isInFolders(folders, location))) throw fault;
      return location;
    },
    findByHash: async (game, sha, file) => {
      const { found, fault } = await orUnavailable(async () => {
        const isBuild = (await hashes.find(game, sha)) !== undefined;
        const folder = isBuild ? await cache.load(game, sha, file) : undefined;
        return folder === undefined ? undefined : { folder, root: '', file };
      }, game);
      const location = found ?? (await inFolders.findByHash(game, sha, file));
      if (fault && !location) throw fault;
      return location;
    },
    findUnity: async (game, path, served) => {
      if (!isBuildPath(path)) return undefined;
      const { found, fault } = await orUnavailable(() => findUnityInStore(game, path, served), game);
      if (found) return found.unity;
      const unity = await inFolders.findUnity(game, path, served);
      if (fault && !unity) throw fault;
      return unity;
    },
  };
}

/** The build that a path of a game's host belongs to. */
function locateInBuild(path: string, { build, draft }: ServedBuild) {
  if (draft !== undefined) return { type: 'draft', number: draft, file: path } as const;
  const [, number, file = ''] = /^builds\/(\d{1,9})\/(.*)$/s.exec(path) ?? [];
  if (number !== undefined) return { type: 'build', number: Number(number), file } as const;
  return build === undefined ? undefined : ({ type: 'build', number: build, file: path } as const);
}

const isBuildPath = (path: string): boolean => path === '' || /^builds\/\d+\/$/.test(path);

async function isInFolders(folders: readonly string[], { root, file }: GameFileLocation): Promise<boolean> {
  const found = await Promise.all(folders.map((folder) => isFile(join(folder, root, file))));
  return found.includes(true);
}

async function findUnityInFolders(
  folders: readonly string[],
  game: string,
  path: string,
  served: ServedBuild,
): Promise<{ readonly build: UnityBuild; readonly isInBuild: boolean } | undefined> {
  if (!isBuildPath(path)) return undefined;
  const roots = path === '' ? listGameRoots(game, served) : [join(game, path)];
  for (const root of roots) {
    for (const folder of folders) {
      const found = await findUnityBuild(join(folder, root));
      if (found) return { build: found, isInBuild: root !== game };
      // The game has its own page: later folders are not searched.
      if (await isFile(join(folder, root, 'index.html'))) return undefined;
    }
  }
  return undefined;
}
