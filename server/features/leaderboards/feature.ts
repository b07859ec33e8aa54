import type { Infrastructure } from '#server/infrastructure.ts';
import { defineCompactLeaderboardsJob } from './compact-leaderboards-job.ts';
import { createLeaderboardsRoutes } from './routes.ts';

export const createLeaderboardsFeature = (deps: Pick<Infrastructure, 'database' | 'now' | 'jobs'>) => ({
  routes: { leaderboards: createLeaderboardsRoutes(deps) },
  jobs: [defineCompactLeaderboardsJob(deps)],
});
