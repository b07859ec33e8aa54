// Deletes old builds: rows first, so that no player is sent to deleted files.
import type { Database } from '#server/db/database.ts';
import type { RecordChange } from '#server/features/audit-log/audit-log.ts';
import type { BuildFiles } from './build-files.ts';
import { gameObject } from './build-object.ts';
import { listDrafts } from './find-draft.ts';
import { getBuildUrlPath, liveBuildUrlPath } from './game-paths.ts';
import { withGameLock } from './with-game-lock.ts';

export interface PruneBuildsDeps {
  readonly database: Database;
  readonly buildFiles: BuildFiles;
  readonly record: RecordChange;
}

/** Keeps the live build, all drafts and `keep` earlier builds. Returns the deleted numbers. */
export async function pruneBuilds(
  game: string,
  keep: number,
  { database, buildFiles, record }: PruneBuildsDeps,
): Promise<{ gone: number[]; kept: number[] }> {
  return withGameLock(database, game, async () => {
    const rows = await database.kysely
      .selectFrom('builds')
      .select(['build_number', 'url'])
      .where('game', '=', game)
      .orderBy('build_number', 'desc')
      .execute();
    const stored = await buildFiles.list(game, 'build');
    const current = rows.filter(({ url }) => url === liveBuildUrlPath).map(({ build_number }) => build_number);
    // Only builds of `add`: a row with another path was written by hand.
    const old = rows.filter(({ build_number, url }) => url === getBuildUrlPath(build_number));
    const kept = [...current, ...old.slice(0, keep).map(({ build_number }) => build_number)];
    const going = old.slice(keep).map(({ build_number }) => build_number);
    if (going.length > 0)
      await database.transaction(async (trx) => {
        await trx.deleteFrom('builds').where('game', '=', game).where('build_number', 'in', going).execute();
        await record(trx, { object: gameObject(game), before: { Builds: going }, after: { Builds: [] } });
      });
    const drafts = (await listDrafts(database, game)).map(({ build_number }) => build_number);
    const removed = await buildFiles.keepOnly(game, { build: kept, draft: drafts });
    const gone = [...new Set([...going, ...removed])].toSorted((one, other) => one - other);
    return { gone, kept: kept.filter((number) => stored.includes(number)) };
  });
}
