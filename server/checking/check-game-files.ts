import { join } from 'node:path';
import { createBuildStore } from '#server/build-store/build-store.ts';
import { createS3Bucket, type S3Settings } from '#server/build-store/s3-bucket.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { listBuildsWithMissingFiles } from '#server/features/games/list-builds-with-missing-files.ts';
import { describeError, okFinding, problemFinding, warningFinding, type Finding } from './finding.ts';

export async function checkGameFiles(
  database: Database,
  { dataDir, gamesStore }: Pick<Config, 'dataDir' | 'gamesStore'>,
): Promise<Finding[]> {
  const folder = join(dataDir, 'games');
  const missing = await listBuildsWithMissingFiles(database, gamesStore ? [] : [folder]);
  if (gamesStore) return checkStoredBuilds(gamesStore, missing);
  if (missing.length === 0) return [okFinding(`the files of all games are in ${folder}`)];
  return missing.map(({ game, build }) =>
    problemFinding(
      `build ${build} of ${game} has no files in ${folder}`,
      `Share this folder between all nodes or copy it from another node, restore it (npm run restore -- --games), or add the game again: npm run games -- add ${game} <folder>`,
    ),
  );
}

async function checkStoredBuilds(
  settings: S3Settings,
  builds: Awaited<ReturnType<typeof listBuildsWithMissingFiles>>,
): Promise<Finding[]> {
  const store = createBuildStore(createS3Bucket(settings));
  try {
    await store.probe();
    const findings: Finding[] = [];
    for (const { game, build, sha } of builds)
      if (!(await store.listBuilds(game)).includes(sha))
        findings.push(
          problemFinding(
            `build ${build} of ${game} is not in ${store.name}`,
            `Restore its objects from an earlier version of the bucket, or add the game again: npm run games -- add ${game} <folder>`,
          ),
        );
    return findings.length > 0 ? findings : [okFinding(`the files of all games are in ${store.name}`)];
  } catch (error) {
    return [
      warningFinding(
        `the object store of games can't be used: ${describeError(error)}`,
        'Check GAMES_STORE, S3_ENDPOINT, S3_REGION and the keys. Until then each node serves only the files that it has a copy of, and games can not be added.',
      ),
    ];
  }
}
