import type { GameCatalogue } from '#server/features/games/game-catalogue.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { defineGamePopularityJob } from './game-popularity-job.ts';
import { createDiscoveryRoutes } from './routes.ts';

export interface DiscoveryFeatureDeps extends Pick<Infrastructure, 'config' | 'database' | 'log' | 'now' | 'jobs'> {
  readonly catalogue: GameCatalogue;
}

export const createDiscoveryFeature = (deps: DiscoveryFeatureDeps) => ({
  routes: {
    discovery: createDiscoveryRoutes(deps.database, {
      gamesUrl: deps.config.gamesUrl,
      basePath: deps.config.basePath,
      now: deps.now,
      catalogue: deps.catalogue,
    }),
  },
  jobs: [defineGamePopularityJob(deps)],
});
