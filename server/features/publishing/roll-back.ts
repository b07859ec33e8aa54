// Makes an earlier build live again, as a new build with a new number: numbers only grow, and the faulty build remains
// for analysis.
import type { Database } from '#server/db/database.ts';
import type { RecordChange } from '#server/features/audit-log/audit-log.ts';
import type { BuildFiles } from './build-files.ts';
import { listDrafts } from './find-draft.ts';
import { liveBuildUrlPath } from './game-paths.ts';
import { withGameLock } from './with-game-lock.ts';
import { storeBuild } from './store-build.ts';
import { readStoredGameConfig } from './save-game.ts';
import { PublishingError } from './publishing-error.ts';

export interface RollBackDeps {
  readonly database: Database;
  readonly buildFiles: BuildFiles;
  readonly now: () => Date;
  readonly record: RecordChange;
}

/** @param wanted undefined: the build before the live one */
export async function rollBack(
  game: string,
  wanted: number | undefined,
  { database, buildFiles, now, record }: RollBackDeps,
): Promise<{ from: number; number: number }> {
  return withGameLock(database, game, async () => {
    const rows = await database.kysely.selectFrom('builds').selectAll().where('game', '=', game).execute();
    const stored = await buildFiles.list(game, 'build');
    const played = rows
      .filter(({ url }) => url === liveBuildUrlPath)
      .toSorted((one, other) => other.build_number - one.build_number)[0];
    // A restored build counts as the original, so that two roll-backs go back two builds.
    const place = Number(played?.metadata['SameAs'] ?? played?.build_number ?? 0);
    const able = rows
      .filter(({ build_number, platform }) => platform === null && stored.includes(build_number))
      .toSorted((one, other) => other.build_number - one.build_number);
    const target =
      wanted === undefined
        ? able.find(({ build_number }) => build_number < place)
        : able.find(({ build_number }) => build_number === wanted);
    const isDraft =
      wanted !== undefined && (await listDrafts(database, game)).some(({ build_number }) => build_number === wanted);
    if (isDraft)
      throw new PublishingError(
        `Build ${wanted} of ${game} is a draft. To make it live: npm run games -- publish ${game} ${wanted}`,
      );
    if (!target || target === played || isSameAs(played, wanted))
      throw new PublishingError(refusal(game, wanted, target === undefined));
    const config = await readStoredGameConfig(database.kysely, game);
    if (!config) throw new PublishingError(`There is no game ${game}.`);
    const { Url: _, ...rest } = config;
    const { number } = await storeBuild({
      database,
      buildFiles,
      game,
      source: { build: target.build_number },
      buildType: target.build_type,
      version: target.ota_version,
      description: target.description,
      metadata: { SameAs: String(target.build_number) },
      config: { ...rest, PlayGameType: target.build_type },
      now,
      record,
    });
    return { from: target.build_number, number };
  });
}

const isSameAs = (played: { metadata: Record<string, string> } | undefined, wanted: number | undefined): boolean =>
  wanted !== undefined && played?.metadata['SameAs'] === String(wanted);

function refusal(game: string, wanted: number | undefined, isMissing: boolean): string {
  const which = `See which there are: npm run games -- builds ${game}`;
  if (wanted === undefined) return `${game} has no build before the live one. ${which}`;
  return isMissing
    ? `${game} has no build ${wanted} whose files are still here. ${which}`
    : `Build ${wanted} of ${game} is live already. ${which}`;
}
