import type { FastifyInstance } from 'fastify';
import { computeRateLimitFactor } from '#server/config.ts';
import type { Sessions } from '#server/features/sessions/sessions.ts';
import type { HeaderPolicy } from '#server/http/headers.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { createDownloads } from './downloads.ts';
import { defineFailAbandonedDownloadsJob } from './fail-abandoned-downloads-job.ts';
import { mountDownloadFiles } from './mount-download-files.ts';
import { createReleaseChannels } from './release-channels.ts';
import { createLauncherRoutes } from './routes.ts';

export interface ReleaseChannelsFeatureDeps extends Pick<
  Infrastructure,
  'config' | 'database' | 'sealer' | 'log' | 'now' | 'jobs'
> {
  readonly policy: HeaderPolicy;
  readonly sessions: Pick<Sessions, 'find'>;
}

/** A build may have thousands of small files. */
const filesPerMinute = 6000;

export function createReleaseChannelsFeature(deps: ReleaseChannelsFeatureDeps) {
  const { config, database, policy, sessions, log } = deps;
  const channels = createReleaseChannels(database);
  const downloads = createDownloads({ ...deps, publicUrl: config.publicUrl, channels });
  return {
    routes: { launcher: createLauncherRoutes({ database, channels, downloads }) },
    jobs: [defineFailAbandonedDownloadsJob(downloads, deps)],
    mount: (app: FastifyInstance) =>
      mountDownloadFiles(app, {
        dataDir: config.dataDir,
        policy,
        sessions,
        downloads,
        log,
        filesPerMinute: Math.ceil(filesPerMinute * computeRateLimitFactor(config)),
      }),
  };
}
