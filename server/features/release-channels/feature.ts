import type { FastifyInstance } from 'fastify';
import type { OpenedBuildStore } from '#server/build-store/open-build-store.ts';
import { computeRateLimitFactor } from '#server/config.ts';
import type { Sessions } from '#server/features/sessions/sessions.ts';
import type { HeaderPolicy } from '#server/http/headers.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { createDownloads } from './downloads.ts';
import { defineFailAbandonedDownloadsJob } from './fail-abandoned-downloads-job.ts';
import { mountDownloadFiles } from './mount-download-files.ts';
import { openInstallableFiles } from './open-installable-files.ts';
import { createReleaseChannels } from './release-channels.ts';
import { createLauncherRoutes } from './routes.ts';

export interface ReleaseChannelsFeatureDeps extends Pick<
  Infrastructure,
  'config' | 'database' | 'sealer' | 'log' | 'now' | 'jobs'
> {
  readonly policy: HeaderPolicy;
  readonly sessions: Pick<Sessions, 'find'>;
  readonly buildStore?: OpenedBuildStore | undefined;
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
        files: openInstallableFiles(config.dataDir, deps.buildStore),
        policy,
        sessions,
        downloads,
        log,
        filesPerMinute: Math.ceil(filesPerMinute * computeRateLimitFactor(config)),
      }),
  };
}
