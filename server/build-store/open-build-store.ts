import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/http/log.ts';
import { createBuildCache, type BuildCache } from './build-cache.ts';
import { createBuildStore, type BuildStore } from './build-store.ts';
import { createS3Bucket } from './s3-bucket.ts';

export interface OpenedBuildStore {
  readonly store: BuildStore;
  readonly cache: BuildCache;
}

/** Undefined: builds are in the data folder. */
export function openBuildStore(
  { gamesStore, gamesCacheBytes, dataDir }: Pick<Config, 'gamesStore' | 'gamesCacheBytes' | 'dataDir'>,
  { now, log }: { readonly now: () => Date; readonly log: Pick<Log, 'warn'> },
): OpenedBuildStore | undefined {
  if (!gamesStore) return undefined;
  const store = createBuildStore(createS3Bucket(gamesStore));
  const folder = join(dataDir, 'games-cache');
  return { store, cache: createBuildCache({ store, folder, maxBytes: gamesCacheBytes, now, log }) };
}
