import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/http/log.ts';
import type { Metrics } from '#server/http/metrics.ts';
import type { Tracing } from '#server/tracing/tracing.ts';
import { createBuildCache, type BuildCache } from './build-cache.ts';
import { createBuildStore, type BuildStore } from './build-store.ts';
import { createFileCache, type FileCache, type FileCacheObserver } from './file-cache.ts';
import { createS3Bucket, type S3Bucket } from './s3-bucket.ts';

export interface OpenedBuildStore {
  readonly bucket: S3Bucket;
  readonly store: BuildStore;
  readonly cache: BuildCache;
  /** The copies on this node, of builds and of other files. */
  readonly files: FileCache;
}

export interface OpenBuildStoreDeps {
  readonly now: () => Date;
  readonly log: Pick<Log, 'warn'>;
  /** Absent in commands. */
  readonly metrics?: Pick<Metrics, 'count' | 'collect' | 'observeStoreCall'>;
  readonly tracing?: Tracing | undefined;
}

/** Undefined: builds are in the data folder. */
export function openBuildStore(
  { gamesStore, gamesCacheBytes, dataDir }: Pick<Config, 'gamesStore' | 'gamesCacheBytes' | 'dataDir'>,
  { now, log, metrics, tracing }: OpenBuildStoreDeps,
): OpenedBuildStore | undefined {
  if (!gamesStore) return undefined;
  const bucket = createS3Bucket(gamesStore, metrics?.observeStoreCall, tracing);
  const store = createBuildStore(bucket);
  const files = createFileCache({
    folder: join(dataDir, 'games-cache'),
    maxBytes: gamesCacheBytes,
    now,
    log,
    observe: metrics && countReads(metrics),
  });
  metrics?.collect((set) => {
    set('fxid_games_cache_max_bytes', {}, gamesCacheBytes);
    const measured = files.measuredBytes();
    if (measured !== undefined) set('fxid_games_cache_bytes', {}, measured);
  });
  return { bucket, store, cache: createBuildCache(store, files), files };
}

const countReads = ({ count }: Pick<Metrics, 'count'>): FileCacheObserver => ({
  read: (outcome) => count('fxid_games_cache_reads_total', { outcome }),
  downloaded: (bytes) => count('fxid_games_cache_downloaded_bytes_total', {}, bytes),
  removed: (bytes) => count('fxid_games_cache_removed_bytes_total', {}, bytes),
});
