// Finds a game's file in the games' folders. A game added by command has a folder per build, and the live one is at
// `/`. Files that a build lacks, such as artwork, may be in the game's own folder.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/** In the game's folder. The dot keeps it from being served by path. */
export const draftsFolder = '.drafts';

export interface ServedBuild {
  /** The number of the build at `/`. Absent: the game's own folder. */
  readonly build?: number | undefined;
  /** The number of the previewed draft, which replaces the build. */
  readonly draft?: number | undefined;
}

/** The folders served at `/` of a game's host, in order of precedence, relative to a games folder. */
export function listGameRoots(game: string, { build, draft }: ServedBuild): string[] {
  if (draft !== undefined) return [join(game, draftsFolder, String(draft)), game];
  return build === undefined ? [game] : [join(game, 'builds', String(build)), game];
}

export interface GameFileLocation {
  /** The games folder that has the file. Absent: not looked up. */
  readonly folder?: string;
  readonly root: string;
  readonly file: string;
}

export async function findGameFile(
  folders: readonly string[],
  { game, file, build, draft }: { game: string; file: string } & ServedBuild,
): Promise<GameFileLocation> {
  const roots = listGameRoots(game, { build, draft });
  for (const root of roots.slice(0, -1)) {
    const found = await Promise.all(folders.map((folder) => isFile(join(folder, root, file))));
    const folder = folders[found.indexOf(true)];
    if (folder !== undefined) return { folder, root, file };
  }
  return { root: game, file };
}

export async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A path that can't be a file name is treated as not found.
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'].includes(code ?? '')) return false;
    throw error;
  }
}
