// Paths of a game on disk and in addresses. A build is an immutable folder, served at /builds/<number>/ on the game's
// host. The live one is also served at /, so that absolute paths in its page work and browser storage survives from
// build to build.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { draftsFolder } from '#server/games/find-game-file.ts';

export const locateGameFolder = (dataDir: string, game: string): string => join(dataDir, 'games', game);

export const locateBuildsFolder = (dataDir: string, game: string): string =>
  join(locateGameFolder(dataDir, game), 'builds');

/** The folder begins with a dot, so the games' server never serves it by path. */
export const locateDraftFolder = (dataDir: string, game: string, number: number): string =>
  join(locateGameFolder(dataDir, game), draftsFolder, String(number));

/** The files of desktop builds, under their hash. */
export const locateInstallableFile = (dataDir: string, game: string, sha256: string): string =>
  join(locateInstallableFolder(dataDir, game), sha256.slice(0, 2), sha256);

/** The folder begins with a dot, so the games' server never serves it by path. */
export const locateInstallableFolder = (dataDir: string, game: string): string =>
  join(locateGameFolder(dataDir, game), '.installable');

export const getBuildUrlPath = (number: number): string => `/builds/${number}/`;

export const liveBuildUrlPath = '/';

/** Newest first. */
export const listBuildsOnDisk = (dataDir: string, game: string): Promise<number[]> =>
  listNumbers(locateBuildsFolder(dataDir, game));

export const listDraftsOnDisk = (dataDir: string, game: string): Promise<number[]> =>
  listNumbers(join(locateGameFolder(dataDir, game), draftsFolder));

async function listNumbers(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => /^\d{1,9}$/.test(name))
    .map(Number)
    .toSorted((one, other) => other - one);
}

export function buildPlayAddress(
  { publicUrl, basePath, routerType, fixedGame }: Pick<Config, 'publicUrl' | 'basePath' | 'routerType' | 'fixedGame'>,
  game: string,
): string {
  if (game === fixedGame) return new URL(basePath, publicUrl).href;
  return new URL(routerType === 'hash' ? `${basePath}#/play/${game}` : `${basePath}play/${game}`, publicUrl).href;
}

export function buildPreviewAddress(
  config: Pick<Config, 'publicUrl' | 'basePath' | 'routerType' | 'fixedGame'>,
  game: string,
  token: string,
): string {
  const address = new URL(buildPlayAddress(config, game));
  // With the hash router, the portal reads the query after the `#`.
  if (config.routerType === 'hash') address.hash = `${address.hash || '#/'}?preview=${token}`;
  else address.searchParams.set('preview', token);
  return address.href;
}
