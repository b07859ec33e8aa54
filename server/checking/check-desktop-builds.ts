import { stat } from 'node:fs/promises';
import type { Database } from '#server/db/database.ts';
import { locateInstallableFile } from '#server/features/release-channels/installable-files.ts';
import { okFinding, problemFinding, warningFinding, type Finding } from './finding.ts';

/** Whether the default branch of each game has a build, and whether the files of all builds are there. */
export async function checkDesktopBuilds({ kysely }: Database, dataDir: string): Promise<Finding[]> {
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
  const damaged = new Map<string, string>();
  for (const { game, branch, build_number, sha256, bytes } of files) {
    const build = `build ${build_number} of ${game}, branch ${branch},`;
    if (!damaged.has(build) && (await sizeOf(locateInstallableFile(dataDir, game, sha256))) !== bytes)
      damaged.set(build, game);
  }
  const missing = [...damaged].map(([build, game]) =>
    problemFinding(
      `${build} lacks files`,
      `Share DATA_DIR/games between all nodes, restore it (npm run restore -- --games), or add the build again: npm run branches -- add ${game} …`,
    ),
  );
  const findings = [...empty, ...missing];
  return findings.length > 0 ? findings : [okFinding('every game that offers downloads has them')];
}

async function sizeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
