import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { isFile } from '#server/games/find-game-file.ts';

interface MissingFiles {
  readonly game: string;
  readonly build: number;
  readonly sha: string;
}

/** Playable games whose current build has no files on this node. */
export async function listBuildsWithMissingFiles(
  { kysely }: Database,
  folders: readonly string[],
): Promise<MissingFiles[]> {
  const { rows } = await sql<MissingFiles>`
    select distinct on (b.game) b.game, b.build_number as build, b.sha
    from builds b join games g using (game)
    where b.url = '/' and g.published and g.config -> 'Url' is null
    order by b.game, b.build_number desc`.execute(kysely);
  const found = await Promise.all(rows.map((row) => hasFiles(row, folders)));
  return rows.filter((_, index) => !found[index]);
}

/** A build has its own folder; the lab's games have one folder without builds. */
async function hasFiles({ game, build }: MissingFiles, folders: readonly string[]): Promise<boolean> {
  for (const folder of folders) {
    if ((await countEntries(join(folder, game, 'builds', String(build)))) > 0) return true;
    if (await isFile(join(folder, game, 'index.html'))) return true;
  }
  return false;
}

async function countEntries(folder: string): Promise<number> {
  try {
    return (await readdir(folder)).length;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return 0;
    throw error;
  }
}
