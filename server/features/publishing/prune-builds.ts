// Deletes old builds: rows first, so that no player is sent to deleted files.
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Database } from '#server/db/database.ts';
import { listDrafts } from './find-draft.ts';
import {
  getBuildUrlPath,
  locateBuildsFolder,
  listBuildsOnDisk,
  listDraftsOnDisk,
  locateDraftFolder,
  liveBuildUrlPath,
} from './game-paths.ts';
import { withGameLock } from './with-game-lock.ts';
import { removeFolderIfEmpty } from './store-build.ts';

export interface PruneBuildsDeps {
  readonly database: Database;
  readonly dataDir: string;
}

/** Keeps the live build, all drafts and `keep` earlier builds. Returns the deleted numbers. */
export async function pruneBuilds(
  game: string,
  keep: number,
  { database, dataDir }: PruneBuildsDeps,
): Promise<{ gone: number[]; kept: number[] }> {
  return withGameLock(database, game, async () => {
    const rows = await database.kysely
      .selectFrom('builds')
      .select(['build_number', 'url'])
      .where('game', '=', game)
      .orderBy('build_number', 'desc')
      .execute();
    const onDisk = await listBuildsOnDisk(dataDir, game);
    const current = rows.filter(({ url }) => url === liveBuildUrlPath).map(({ build_number }) => build_number);
    // Only builds of `add`: a row with another path was written by hand.
    const old = rows.filter(({ build_number, url }) => url === getBuildUrlPath(build_number));
    const kept = [...current, ...old.slice(0, keep).map(({ build_number }) => build_number)];
    const going = old.slice(keep).map(({ build_number }) => build_number);
    if (going.length > 0)
      await database.kysely.deleteFrom('builds').where('game', '=', game).where('build_number', 'in', going).execute();
    const files = onDisk.filter((number) => !kept.includes(number));
    for (const number of files)
      await rm(join(locateBuildsFolder(dataDir, game), String(number)), { recursive: true, force: true });
    await removeUnknownDrafts(game, { database, dataDir });
    const gone = [...new Set([...going, ...files])].toSorted((one, other) => one - other);
    return { gone, kept: kept.filter((number) => onDisk.includes(number)) };
  });
}

async function removeUnknownDrafts(game: string, { database, dataDir }: PruneBuildsDeps): Promise<void> {
  const known = new Set((await listDrafts(database, game)).map(({ build_number }) => build_number));
  const left = (await listDraftsOnDisk(dataDir, game)).filter((number) => !known.has(number));
  for (const number of left) await rm(locateDraftFolder(dataDir, game, number), { recursive: true, force: true });
  await removeFolderIfEmpty(dirname(locateDraftFolder(dataDir, game, 0)));
}
