import { createBuildStore } from '#server/build-store/build-store.ts';
import { createS3Bucket } from '#server/build-store/s3-bucket.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { BuildFiles } from './build-files.ts';
import { createFolderBuildFiles } from './folder-build-files.ts';
import { createStoredBuildFiles } from './stored-build-files.ts';

export const openBuildFiles = (
  { gamesStore, dataDir }: Pick<Config, 'gamesStore' | 'dataDir'>,
  database: Pick<Database, 'kysely'>,
): BuildFiles =>
  gamesStore
    ? createStoredBuildFiles(createBuildStore(createS3Bucket(gamesStore)), { database, dataDir })
    : createFolderBuildFiles(dataDir, database);
