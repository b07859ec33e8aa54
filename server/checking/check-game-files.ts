import { join } from 'node:path';
import { createBuildStore } from '#server/build-store/build-store.ts';
import { createS3Bucket, type S3Settings } from '#server/build-store/s3-bucket.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { listBuildsWithMissingFiles } from '#server/features/games/list-builds-with-missing-files.ts';
import { pathExists } from '#server/missing-files.ts';
import { describeError, okFinding, problemFinding, warningFinding, type Finding } from './finding.ts';

export async function checkGameFiles(
  database: Database,
  { dataDir, gamesStore }: Pick<Config, 'dataDir' | 'gamesStore'>,
): Promise<Finding[]> {
  const folder = join(dataDir, 'games');
  if (gamesStore) return checkStoredBuilds(database, gamesStore, folder);
  const missing = await listBuildsWithMissingFiles(database, [folder]);
  if (missing.length === 0) return [okFinding(`the files of all games are in ${folder}`)];
  const findings: Finding[] = [];
  for (const { game, build, sha } of missing) {
    const isCached = await pathExists(join(dataDir, 'games-cache', game, 'builds', sha));
    findings.push(
      problemFinding(
        `build ${build} of ${game} has no files in ${folder}`,
        isCached
          ? 'It came from an object store. Set GAMES_STORE again, with S3_ENDPOINT, S3_REGION and the keys'
          : `Share this folder between all nodes or copy it from another node, restore it (npm run restore -- --games), or add the game again: npm run games -- add ${game} <folder>`,
      ),
    );
  }
  return findings;
}

async function checkStoredBuilds(database: Database, settings: S3Settings, folder: string): Promise<Finding[]> {
  const store = createBuildStore(createS3Bucket(settings));
  try {
    await store.probe();
    const findings: Finding[] = [];
    for (const { game, build, sha } of await listBuildsWithMissingFiles(database, [])) {
      if ((await store.listBuilds(game)).includes(sha)) continue;
      const isInFolder = await pathExists(join(folder, game, 'builds', String(build)));
      findings.push(
        isInFolder
          ? problemFinding(
              `build ${build} of ${game} is only in ${folder}, so other nodes can't serve it`,
              `Upload it: npm run games -- upload`,
            )
          : problemFinding(
              `build ${build} of ${game} is not in ${store.name}`,
              `If its files are in DATA_DIR/games of another machine, run there: npm run games -- upload. Otherwise restore its objects from an earlier version of the bucket, or add the game again: npm run games -- add ${game} <folder>`,
            ),
      );
    }
    for (const [game, builds] of Map.groupBy(await listEarlierBuilds(database), (build) => build.game)) {
      const stored = new Set(await store.listBuilds(game));
      const missing = builds.filter(({ sha }) => !stored.has(sha)).map(({ name }) => name);
      if (missing.length > 0)
        findings.push(
          warningFinding(
            `${game}: ${missing.join(', ')} can't be made live, because the files are not in ${store.name}`,
            `Upload them where they are in DATA_DIR/games: npm run games -- upload ${game}. Or remove them: npm run games -- prune, or discard for a draft`,
          ),
        );
    }
    return findings.length > 0 ? findings : [okFinding(`the files of all games are in ${store.name}`)];
  } catch (error) {
    return [
      warningFinding(
        `the object store of games can't be used: ${describeError(error)}`,
        "Check GAMES_STORE, S3_ENDPOINT, S3_REGION and the keys. Until then each node serves only the files that it has a copy of, and games can't be added.",
      ),
    ];
  }
}

/** Builds that a roll back can make live, and drafts. */
async function listEarlierBuilds({ kysely }: Database) {
  const builds = await kysely
    .selectFrom('builds')
    .select(['game', 'build_number', 'sha'])
    .where('url', 'like', '/builds/%')
    .orderBy('build_number')
    .execute();
  const drafts = await kysely
    .selectFrom('build_drafts')
    .select(['game', 'build_number', 'sha'])
    .orderBy('build_number')
    .execute();
  return [
    ...builds.map(({ game, sha, build_number }) => ({ game, sha, name: `build ${build_number}` })),
    ...drafts.map(({ game, sha, build_number }) => ({ game, sha, name: `draft ${build_number}` })),
  ];
}
