// Where the files of a game are among the folders of games. A game that was put in by command has a folder for each build,
// and the newest is at `/`; what it does not have may lie in the folder of the game itself, such as art that stays.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/** In the folder of a game. The dot keeps every path of the host out of it. */
export const draftsFolder = '.drafts';

export interface ServedBuild {
  /** The number of the build that is at `/`; absent: the folder of the game itself is. */
  readonly build?: number | undefined;
  /** The number of the draft that is previewed instead. */
  readonly draft?: number | undefined;
}

/** The folders whose files are at `/` of a game's host, the first one first; relative to a folder of games. */
export function listRoots(game: string, { build, draft }: ServedBuild): string[] {
  if (draft !== undefined) return [join(game, draftsFolder, String(draft)), game];
  return build === undefined ? [game] : [join(game, 'builds', String(build)), game];
}

export interface GameFilePlace {
  /** The folder of games that has it; absent: nobody has looked. */
  readonly folder?: string;
  /** Relative to a folder of games. */
  readonly root: string;
  /** Relative to the root, as the address names it. */
  readonly file: string;
}

/** Where a file of a game is; one that is nowhere is looked for in the last place. */
export async function findGameFile(
  folders: readonly string[],
  { game, file, build, draft }: { game: string; file: string } & ServedBuild,
): Promise<GameFilePlace> {
  const roots = listRoots(game, { build, draft });
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
    // Names of addresses are anybody's to invent: what no file can be called is not there.
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'].includes(code ?? '')) return false;
    throw error;
  }
}
