// Where the files of a game are among the folders of games. A game that was put in by command has a folder for each build,
// and the newest is at `/`; what it does not have may lie in the folder of the game itself, such as art that stays.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The folders whose files are at `/` of a game's host, the first one first; relative to a folder of games. */
export const listRoots = (game: string, build: number | undefined): string[] =>
  build === undefined ? [game] : [join(game, 'builds', String(build)), game];

/** A file as a path relative to a folder of games; one that is nowhere is looked for in the last place. */
export async function findGameFile(
  folders: readonly string[],
  { game, build, file }: { game: string; build: number | undefined; file: string },
): Promise<string> {
  const roots = listRoots(game, build);
  for (const root of roots.slice(0, -1)) {
    const found = await Promise.all(folders.map((folder) => isFile(join(folder, root, file))));
    if (found.includes(true)) return join(root, file);
  }
  return join(game, file);
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
