import type { Infrastructure } from '#server/infrastructure.ts';
import { defineGamePopularityJob } from './game-popularity-job.ts';
import { createDiscoveryRoutes } from './routes.ts';

export type DiscoveryFeatureDeps = Pick<Infrastructure, 'config' | 'database' | 'log' | 'now' | 'jobs'>;

export const createDiscoveryFeature = (deps: DiscoveryFeatureDeps) => ({
  routes: {
    discovery: createDiscoveryRoutes(deps.database, {
      gamesUrl: deps.config.gamesUrl,
      basePath: deps.config.basePath,
      now: deps.now,
    }),
  },
  jobs: [defineGamePopularityJob(deps)],
});
