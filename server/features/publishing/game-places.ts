// Where a game lies on disk and in addresses. A build is a folder that never changes: DATA_DIR/games/<game>/builds/<number>,
// at the path /builds/<number>/ on the game's host. The newest one is at / as well: addresses in a page may begin with a
// slash, and what a game keeps in the browser under its address stays from build to build.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { draftsFolder } from '#server/games/find-game-file.ts';

export const locateGame = (dataDir: string, game: string): string => join(dataDir, 'games', game);

export const locateBuilds = (dataDir: string, game: string): string => join(locateGame(dataDir, game), 'builds');

/** Drafts lie in a folder whose name begins with a dot, which the games' server never sends by its path. */
export const locateDraft = (dataDir: string, game: string, number: number): string =>
  join(locateGame(dataDir, game), draftsFolder, String(number));

/** Where the page of a build is on the game's host, besides `/` while it is the newest. */
export const buildPath = (number: number): string => `/builds/${number}/`;

export const currentPath = '/';

/** The numbers of the builds whose files are there, the newest first. */
export const listBuildsOnDisk = (dataDir: string, game: string): Promise<number[]> =>
  listNumbers(locateBuilds(dataDir, game));

/** The same for drafts. */
export const listDraftsOnDisk = (dataDir: string, game: string): Promise<number[]> =>
  listNumbers(join(locateGame(dataDir, game), draftsFolder));

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

/** Where a player plays it. */
export function buildPlayAddress(
  { publicUrl, basePath, routerType, fixedGame }: Pick<Config, 'publicUrl' | 'basePath' | 'routerType' | 'fixedGame'>,
  game: string,
): string {
  if (game === fixedGame) return new URL(basePath, publicUrl).href;
  return new URL(routerType === 'hash' ? `${basePath}#/play/${game}` : `${basePath}play/${game}`, publicUrl).href;
}

/** Where a draft is played in the portal by whoever has the token. */
export function buildPreviewAddress(
  config: Pick<Config, 'publicUrl' | 'basePath' | 'routerType' | 'fixedGame'>,
  game: string,
  token: string,
): string {
  const address = new URL(buildPlayAddress(config, game));
  // Behind a hash the router has a query of its own.
  if (config.routerType === 'hash') address.hash = `${address.hash || '#/'}?preview=${token}`;
  else address.searchParams.set('preview', token);
  return address.href;
}
