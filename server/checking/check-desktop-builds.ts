import type { Database } from '#server/db/database.ts';
import { createS3Bucket, ObjectStoreError, type S3Settings } from '#server/build-store/s3-bucket.ts';
import { openInstallableFiles } from '#server/features/release-channels/open-installable-files.ts';
import { okFinding, problemFinding, warningFinding, type Finding } from './finding.ts';

/** Whether the default branch of each game has a build, and whether the files of all builds are there. */
export async function checkDesktopBuilds(
  { kysely }: Database,
  { dataDir, gamesStore }: { readonly dataDir: string; readonly gamesStore?: S3Settings | undefined },
): Promise<Finding[]> {
  const games = await kysely.selectFrom('games').select(['game', 'config']).where('published', 'is', true).execute();
  const builds = await kysely.selectFrom('branch_builds').select(['game', 'branch']).distinct().execute();
  const empty = games.flatMap(({ game, config: { Launcher } }) => {
    const branch = Launcher?.DefaultBranch;
    if (branch === undefined || builds.some((each) => each.game === game && each.branch === branch)) return [];
    return warningFinding(
      `${game} offers downloads, and its default branch ${branch} has no build`,
      `Add one: npm run branches -- add ${game} ${branch} <file, folder or address>`,
    );
  });
  const files = await kysely
    .selectFrom('branch_build_files')
    .innerJoin('branch_builds', 'branch_builds.build_id', 'branch_build_files.build_id')
    .select(['game', 'branch', 'build_number', 'sha256', 'branch_build_files.bytes'])
    .execute();
  const installable = openInstallableFiles(dataDir, gamesStore && { bucket: createS3Bucket(gamesStore) });
  const remedy = gamesStore
    ? 'If its files are in DATA_DIR/games of a machine, run there: npm run games -- upload. Otherwise restore its objects from an earlier version of the bucket, or add the build again'
    : 'Share DATA_DIR/games between all nodes, restore it (npm run restore -- --games), or add the build again';
  const damaged = new Map<string, string>();
  try {
    for (const [game, ofGame] of Map.groupBy(files, (file) => file.game)) {
      const stored = await installable.listSizes(game);
      for (const { branch, build_number, sha256, bytes } of ofGame)
        if (stored.get(sha256) !== bytes) damaged.set(`build ${build_number} of ${game}, branch ${branch},`, game);
    }
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    return [
      ...empty,
      warningFinding(
        `the files of desktop builds can't be checked: ${error.message}`,
        'See the result of the check "game files"',
      ),
    ];
  }
  const missing = [...damaged].map(([build, game]) =>
    problemFinding(`${build} lacks files`, `${remedy}: npm run branches -- add ${game} …`),
  );
  const findings = [...empty, ...missing];
  return findings.length > 0 ? findings : [okFinding('every game that offers downloads has them')];
}
