// Where a game lies on disk and in addresses. A build is a folder that never changes: DATA_DIR/games/<game>/builds/<number>,
// at the path /builds/<number>/ on the game's host. The newest one is at / as well: addresses in a page may begin with a
// slash, and what a game keeps in the browser under its address stays from build to build.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';

export const locateGame = (dataDir: string, game: string): string => join(dataDir, 'games', game);

export const locateBuilds = (dataDir: string, game: string): string => join(locateGame(dataDir, game), 'builds');

/** Where the page of a build is on the game's host, besides `/` while it is the newest. */
export const buildPath = (number: number): string => `/builds/${number}/`;

export const currentPath = '/';

/** The numbers of the builds whose files are there, the newest first. */
export async function listBuildsOnDisk(dataDir: string, game: string): Promise<number[]> {
  const names = await readdir(locateBuilds(dataDir, game)).catch((error: NodeJS.ErrnoException) => {
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
