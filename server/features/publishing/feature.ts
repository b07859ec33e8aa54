import { defineRecurringJob } from '#server/jobs/define-recurring-job.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { createConfigurationRoutes } from './configuration-routes.ts';
import { createConsoleGameRoutes } from './console-routes.ts';
import { openBuildFiles } from './open-build-files.ts';
import { createUploadRoutes } from './upload-routes.ts';
import { defineUploadJob, removeUnpackedLeftovers } from './uploads/upload-job.ts';
import { removeOldUploads } from './uploads/uploads.ts';

export type PublishingFeatureDeps = Pick<Infrastructure, 'config' | 'database' | 'log' | 'now' | 'jobs'>;

export function createPublishingFeature(deps: PublishingFeatureDeps) {
  const { config, database, jobs, now } = deps;
  const buildFiles = openBuildFiles(config, database);
  const uploadJob = defineUploadJob(deps);
  const removeOld = defineRecurringJob({
    name: 'old-game-uploads',
    everyMs: 3_600_000,
    leaseSeconds: 300,
    database,
    jobs,
    now,
    run: () => removeOldUploads(database),
  });
  return {
    routes: {
      operatorGames: {
        ...createConsoleGameRoutes({ ...deps, buildFiles }),
        ...createUploadRoutes({ database, jobs, uploadJob }),
        ...createConfigurationRoutes(deps),
      },
    },
    jobs: [uploadJob, removeOld],
    startBackgroundWork: () => {
      removeUnpackedLeftovers(deps).catch((error: unknown) => {
        deps.log.warn({ err: error }, 'Files of interrupted uploads could not be removed.');
      });
    },
  };
}
